#include "out.h"
#include <setjmp.h>
#include <stdlib.h>
#include <alloca.h>
static jmp_buf env; static int depth;
static void dive(int n) { depth++; if (n == 0) longjmp(env, 42); dive(n - 1); }
static int machine(const unsigned char *code) {
  static const void *const labels[] = {&&stop, &&inc, &&dbl, &&jmp}; int acc = 1;
next: goto *labels[*code++];
inc: acc++; goto next;
dbl: acc *= 2; goto next;
jmp: code += *code; goto next;
stop: return acc;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int vla(int n) { int s = 0; for (int i = 1; i <= n; i++) { int a[i]; for (int j = 0; j < i; j++) a[j] = j; s += a[i - 1]; } return s; }
static int knr();
static int (*ops[])(int) = {fib, vla};
__attribute__((constructor)) static void early(void) { depth = 100; }
static void early_out(int *x) { OUT(*x + 1000); }
static void late(void) { OUT(7777); }
__attribute__((destructor)) static void last(void) { OUT(8888); }
__attribute__((weak)) int weak(int x) { return x + 1; }
int strong(int x) { return x * 2; }
extern int other(int) __attribute__((alias("strong")));
static __thread int tls = 5;
int main(void) {
  OUT(depth); volatile int r = setjmp(env); OUT(r); if (r == 0) dive(3); OUT(depth);
  OUT(machine((const unsigned char[]){1, 2, 1, 3, 1, 1, 2, 0})); OUT(fib(10)); OUT(vla(5)); OUT(knr(1, 2)); OUT(ops[r == 42](4)); OUT(weak(1)); OUT(other(4)); OUT(tls++); OUT(tls);
  int i = 0; do { if (i == 3) break; } while (++i < 10); OUT(i);
  { int x __attribute__((cleanup(early_out))) = 3; (void)x; }
  char *p = alloca(10); p[9] = 5; OUT(p[9]); OUT(__builtin_expect(i == 3, 1)); OUT(__builtin_constant_p(i) * 0);
  __asm__ volatile("" ::: "memory"); int k = 9; __asm__("" : "+r"(k)); OUT(k);
  atexit(late); return k;
}
static int knr(a, b) int a, b; { return a * 10 + b; }
