// Inputs of every kind, in the order of `main`.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
extern void homing_output(unsigned long long);
extern void klee_make_symbolic(void *, size_t, const char *);
extern int klee_int(const char *);
extern int klee_range(int, int, const char *);
extern uintptr_t klee_choose(uintptr_t);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern int printf(const char *, ...);
extern int unknown_function(int);

int main(void) {
    struct { short a; char b[3]; } s;
    klee_make_symbolic(&s, 5, "s");
    homing_output(s.a); homing_output(s.b[2]);
    homing_output(klee_int("i"));
    homing_output(klee_range(-5, 10, "r"));
    homing_output(klee_choose(4));
    homing_output(__VERIFIER_nondet_int()); homing_output(__VERIFIER_nondet_bool()); homing_output(__VERIFIER_nondet_double() * 2);
    homing_output(__VERIFIER_nondet_uchar()); homing_output(__VERIFIER_nondet_pointer() == 0);
    char m[3];
    __VERIFIER_nondet_memory(m, 3);
    homing_output(m[0] + m[1] + m[2]);
    unsigned char u[4];
    u[1] = 9;
    uint32_t all = *(uint32_t *)(void *)u;
    homing_output(all); homing_output(u[3]);
    printf("not looked at");
    homing_output(printf("looked at"));
    homing_output(unknown_function(3));
    void *p = malloc(4), *q = malloc(4), *r = calloc(4, 4);
    homing_output((p == 0) + (q == 0) * 2 + (r == 0) * 4);
    return 0;
}
