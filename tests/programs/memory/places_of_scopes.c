// Locals that do not live at the same time may have the same place, others have not. Optimised code says itself when they live.
// homing: reach @same -- -DAPART => UNREACHABLE
// homing: reach @same -- -DAPART -O1 => UNREACHABLE
// homing: reach ! @shared @else -- -O1 => UNKNOWN "", REACHED
// homing: reach ! @shared -- -O1 -DCALLED => UNKNOWN ""
// homing: check -- -DAPART -O1 => NO ERROR
#include <stdint.h>
uintptr_t places[2];
volatile int sink;
__attribute__((noinline)) void use(int *p) {
    *(volatile int *)p = 1;
}
__attribute__((noinline)) int equal(void) {
    return places[0] == places[1];
}
static void called(int i) {
    int x[4];
    use(x);
    places[i] = (uintptr_t)x;
}
int main(void) {
#ifdef APART
    int x[4], y[4];
    use(x);
    use(y);
    places[0] = (uintptr_t)x;
    places[1] = (uintptr_t)y;
    if (equal())
        sink = 1; // <same>
    use(x);
    use(y);
    sink = 2; // <other>
    return 0;
#else
#ifdef CALLED
    called(0);
    called(1);
#else
    {
        int x[4];
        use(x);
        places[0] = (uintptr_t)x;
    }
    {
        int y[4];
        use(y);
        places[1] = (uintptr_t)y;
    }
#endif
    if (equal())
        sink = 1; // <shared>
    sink = 2; // <else>
    return 0;
#endif
}
