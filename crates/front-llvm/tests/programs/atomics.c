#include "out.h"
#include <stdatomic.h>
#include <stdbool.h>
atomic_int a = 5; _Atomic long long l = 1ll << 40; _Atomic unsigned char c = 250; static int plain = 3; atomic_flag flag = ATOMIC_FLAG_INIT; _Atomic(int *) p;
int main(void) {
  OUT(atomic_fetch_add(&a, 3)); OUT(a); OUT(atomic_fetch_sub(&l, 1)); OUT(l); OUT(atomic_fetch_or(&a, 16)); OUT(atomic_fetch_and(&a, 24)); OUT(atomic_fetch_xor(&a, 9)); OUT(a); c += 10; OUT(c);
  int e = 1; OUT(atomic_compare_exchange_strong(&a, &e, 100)); OUT(e); OUT(atomic_compare_exchange_strong(&a, &e, 100)); OUT(a); OUT(atomic_exchange(&a, -1)); OUT(atomic_load(&a)); atomic_store(&a, 12);
  OUT(__sync_fetch_and_add(&plain, 2)); OUT(__sync_val_compare_and_swap(&plain, 5, 9)); OUT(plain); OUT(__atomic_fetch_nand(&plain, 12, 5)); OUT(plain); OUT(__atomic_fetch_max(&plain, 7, 5)); OUT(__atomic_fetch_min(&plain, -7, 5)); OUT(plain);
  OUT(atomic_flag_test_and_set(&flag)); OUT(atomic_flag_test_and_set(&flag)); atomic_flag_clear(&flag); p = &plain; OUT(*p); atomic_thread_fence(memory_order_seq_cst); __sync_synchronize(); a++; OUT(a);
  return 0;
}
