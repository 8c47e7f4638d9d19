// A product and a sum in one expression: with an instruction for both they are mostly rounded once, without one twice.
// homing: reach @differ -- => UNREACHABLE
// homing: reach ! @differ -- -mfma => REACHED
// homing: reach ! @same -- -mfma => UNKNOWN "round once or twice"
// homing: reach @differ -- -mfma -ffp-contract=off => UNREACHABLE
// homing: reach @exact -- -mfma -DEXACT => UNREACHABLE
#include <homing.h>
volatile float a = 1.1f;
int main(void) {
    float b = a;
    int x = homing_any_uchar();
#ifdef EXACT
    if (x * 2.0f + x != 3 * x)
        return 2; // <exact>
#else
    volatile float product = b * b;
    if (b * b - product != 0)
        return 1; // <differ>
#endif
    return 0; // <same>
}
