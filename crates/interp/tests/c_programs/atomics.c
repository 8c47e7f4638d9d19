// Atomic operations, one after the other.
#include <stdatomic.h>
#include <stdint.h>
extern void homing_output(unsigned long long);

static _Atomic int counter = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;
static _Atomic uint8_t byte = 250;
static _Atomic long long wide;
struct pair { int a, b; };

int main(void) {
    homing_output(atomic_fetch_add(&counter, 3)); homing_output(atomic_fetch_sub(&counter, 1)); homing_output(counter);
    homing_output(atomic_fetch_or(&counter, 8)); homing_output(atomic_fetch_and(&counter, 12)); homing_output(atomic_fetch_xor(&counter, 5));
    homing_output(atomic_exchange(&counter, 100)); homing_output(atomic_load(&counter));
    int expected = 99;
    homing_output(atomic_compare_exchange_strong(&counter, &expected, 1)); homing_output(expected); homing_output(counter);
    homing_output(atomic_compare_exchange_strong(&counter, &expected, 1)); homing_output(expected); homing_output(counter);
    homing_output(atomic_flag_test_and_set(&flag)); homing_output(atomic_flag_test_and_set(&flag)); atomic_flag_clear(&flag);
    homing_output(atomic_flag_test_and_set(&flag));
    int array[4] = {1, 2, 3, 4};
    pointer = array;
    homing_output(*atomic_fetch_add(&pointer, 2)); homing_output(*pointer);
    byte += 10;
    homing_output(byte);
    byte--; ++byte;
    homing_output(byte);
    wide = 1ll << 40;
    wide += 5;
    homing_output(wide);
    int x = 7;
    homing_output(__sync_fetch_and_add(&x, 2)); homing_output(__sync_val_compare_and_swap(&x, 9, 4)); homing_output(__sync_bool_compare_and_swap(&x, 9, 5));
    homing_output(__atomic_fetch_nand(&x, 6, __ATOMIC_SEQ_CST)); homing_output((unsigned)x);
    homing_output((unsigned)__atomic_fetch_max(&x, 3, __ATOMIC_SEQ_CST)); homing_output((unsigned)__atomic_fetch_min(&x, -30, __ATOMIC_SEQ_CST)); homing_output((unsigned)x);
    atomic_thread_fence(memory_order_seq_cst);
    _Atomic struct pair p = (struct pair){1, 2};
    struct pair q = p;
    q.a += 10;
    p = q;
    q = atomic_exchange(&p, ((struct pair){3, 4}));
    homing_output(q.a * 10 + q.b);
    return counter;
}
