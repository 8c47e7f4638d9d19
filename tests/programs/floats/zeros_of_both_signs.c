// Which zero `fmin` and `fmax` give of two with different signs is open: compilers put operands that are constants where they like.
// homing: reach @hit -- -DCASE=signbit(fmax(-0.0,0.0)) => UNKNOWN "zeros of both signs"
// homing: reach @hit -- -DCASE=signbit(fmax(0.0,-0.0)) => UNKNOWN "zeros of both signs"
// homing: reach @hit -- -fno-builtin -DCASE=signbit(fmax(0.0,-0.0)) => REACHED
// homing: reach @hit -- -DCASE=!signbit(fmin(zero,0.0))&&signbit(zero) => REACHED
// homing: reach @hit -- -DCASE=fmax(zero,0.0)!=0 => UNREACHABLE
// homing: reach @hit -- -DCASE=signbit(fmax(zero,1.0)) => UNREACHABLE
// homing: reach @hit -- -DCASE=signbit(fmin(zero,-1.0)) => REACHED
#include <homing.h>
#include <math.h>
#ifndef CASE
#define CASE zero != 0
#endif
int main(void) {
    double zero = homing_any_uchar() ? 0.0 : -0.0;
    if (CASE)
        return 1; // <hit>
    return 0;
}
