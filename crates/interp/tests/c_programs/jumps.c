// modes: 64 32
// setjmp and longjmp: within a function, across calls, nested, repeatedly.
#include <setjmp.h>
extern void homing_output(unsigned long long);

static jmp_buf outer, inner, loop;

static void leave(int value) { longjmp(outer, value); }
static void deep(int n) { int here = n; if (n == 0) longjmp(inner, 7); deep(n - 1); homing_output(here); }
static int guarded(void (*f)(int), int x) {
    jmp_buf saved;
    __builtin_memcpy(saved, outer, sizeof saved);
    int r = setjmp(outer);
    if (r == 0) { f(x); r = -1; }
    __builtin_memcpy(outer, saved, sizeof saved);
    return r;
}
static void twice(int x) { homing_output(guarded(leave, x + 1)); leave(x); }

int main(void) {
    int r = setjmp(outer);
    if (r == 0) { homing_output(1); leave(0); }
    homing_output(r);
    if (setjmp(inner) == 0) deep(20); else homing_output(55);
    volatile int count = 0;
    int got = setjmp(loop);
    homing_output(got);
    count = count + 1;
    if (count < 5) longjmp(loop, count * 10);
    homing_output(count);
    homing_output(guarded(twice, 3));
    switch (setjmp(outer)) {
        case 0: leave(2);
        case 1: homing_output(100); break;
        case 2: homing_output(200); leave(1);
    }
    return 3;
}
