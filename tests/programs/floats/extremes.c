// The larger and the smaller of two numbers; of zeros with both signs any, which a native run decides; a number rather than a NaN.
// homing: reach @max @min @zero @nan @wide => REACHED, REACHED, REACHED, REACHED, REACHED
// homing: reach @never => UNREACHABLE
#include <homing.h>
#include <math.h>
int main(void) {
    signed char x = homing_any_schar();
    double a = x, b = 3.5;
    if (fmax(a, b) == 9.0)
        return 1; // <max>
    if (fminf(x, 3.5f) == -9.0f)
        return 2; // <min>
    if (fmax(a, b) < 3.5 || fmin(a, b) > 3.5 || fmax(a, b) + fmin(a, b) != a + b)
        return 3; // <never>
    if (x == 0 && signbit(fmax(-a, a)) && !signbit(fmin(a, -a)))
        return 4; // <zero>
    if (fmax(NAN, a) == 5.0 && fmin(a, NAN) == 5.0)
        return 5; // <nan>
    if (fmaxl(a, 100.25L) == 101.0L && fminl(a, 100.25L) == 100.25L)
        return 6; // <wide>
    return 0;
}
