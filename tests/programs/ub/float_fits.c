// Conversions that always fit are exact.
// homing: reach @never @negative => UNREACHABLE, UNREACHABLE
#include <homing.h>
int main(void) {
    short x = homing_any_short();
    double d = x;
    if ((int)(d / 2) != x / 2)
        return 1; // <never>
    float f = x < 0 ? -x : x;
    if ((unsigned)f > 32768)
        return 2; // <negative>
    return 0;
}
