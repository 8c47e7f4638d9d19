// Nothing is lost where no condition depends on a shift that may be too far.
// homing: reach @never @unused => UNREACHABLE, UNREACHABLE
// homing: check => NO ERROR
#include <homing.h>
int main(void) {
    unsigned char n = homing_any_uchar();
    unsigned v = 1u << n;
    if (n < 32) {
        if (v == 3)
            return 1; // <never>
        if ((1u << (n & 31)) != v)
            return 1;
    }
    if (n > 255)
        return 2; // <unused>
    // A choice that never takes the undefined value.
    unsigned w = n < 32 ? 7u >> n : 0;
    return w > 7;
}
