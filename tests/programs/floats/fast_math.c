// Fast-math flags: the compiler may compute otherwise than the types say, and a program that is linked with them takes numbers near zero as
// zero.
// homing: reach @hit -- -DCASE=tiny/hundred==0 => UNREACHABLE
// homing: reach ! @hit -- -ffast-math -DCASE=tiny/hundred==0 => UNKNOWN "near zero"
// homing: reach ! @hit -- -funsafe-math-optimizations -DCASE=tiny/hundred==0 => UNKNOWN "near zero"
// homing: reach ! @hit -- -ffast-math -DCASE=third*hundred*hundred<1e-30 => UNKNOWN "another way"
// homing: reach @hit -- -DCASE=third*hundred*hundred<1e-30 => UNREACHABLE
// homing: reach ! @hit -- -ffinite-math-only -DCASE=none==1 => UNKNOWN "NaN"
// homing: reach @hit -- -DCASE=none==1 => UNREACHABLE
// homing: reach ! @hit -- -fno-signed-zeros -DCASE=__builtin_signbit(-zero)==0 => UNKNOWN "sign of a zero"
// homing: reach @hit -- -DCASE=__builtin_signbit(-zero)==0 => UNREACHABLE
// homing: reach @hit -- -ffast-math -DCASE=hundred+x>355 => UNREACHABLE
// homing: reach @hit -- -ffast-math -DCASE=hundred+x>354 => REACHED
#include <homing.h>
#ifndef CASE
#define CASE x == 300
#endif
volatile float tiny = 1e-38f, hundred = 100, zero = 0;
volatile double third = 1.0 / 3;
int main(void) {
    volatile float none = __builtin_nanf("");
    unsigned char x = homing_any_uchar();
    if (CASE)
        return 1; // <hit>
    return 0;
}
