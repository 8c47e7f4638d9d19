// A shift by the width or more has no value of the language's: no proof rests on one. What a native run does is confirmed by one.
// homing: reach @masked @other @guarded @apart @right => REACHED, UNKNOWN "shift by the width or more", UNKNOWN "shift by the width or more", UNKNOWN "shift", REACHED
// homing: check --check shift => ERROR shift @shift, ERROR shift @arithmetic
#include <homing.h>
#include <stdlib.h>
int main(void) {
    unsigned char n = homing_any_uchar();
    unsigned long one = 1;
    unsigned long v = one << n; // <shift>
    if (n == 70 && v == 64)
        return 1; // <masked>
    if (n == 71 && v == 3)
        return 2; // <other>
    if (n < 64 && v == 3)
        return 3; // <guarded>
    int minus = -8;
    int small = minus >> n; // <arithmetic>
    if (n == 1 && small != -4)
        return 4; // <apart>
    if (n == 33 && small == -4)
        return 5; // <right>
    return 0;
}
