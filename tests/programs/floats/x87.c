// 32-bit code without SSE2 computes with more digits than the type has: nothing is proved of what may be rounded.
// homing: reach ! --32 @inexact @exact => UNKNOWN "x87", UNKNOWN "x87"
// homing: reach ! --32 @inexact @exact -- -msse2 => UNREACHABLE, UNREACHABLE
// homing: reach ! @inexact @exact => UNREACHABLE, UNREACHABLE
#include <homing.h>
int main(void) {
    unsigned char x = homing_any_uchar();
    volatile double tenth = 0.1, quarter = 0.25;
    volatile double sum = x + tenth;
    if (x == 3 && sum != 3 + 0.1)
        return 1; // <inexact>
    if (x == 3 && x * quarter != 0.75)
        return 2; // <exact>
    return 0;
}
