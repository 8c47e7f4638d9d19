// A float that does not fit an integer becomes no known number: what the machine gives is found, and nothing is proved.
// homing: reach @byte @word @long @nan @other @fits => REACHED, REACHED, REACHED, REACHED, UNKNOWN "float that does not fit", UNKNOWN "float that does not fit"
#include <homing.h>
#include <limits.h>
int main(void) {
    unsigned char x = homing_any_uchar();
    double d = x;
    if ((unsigned char)(float)(d + 200) == 44 && x > 60)
        return 1; // <byte>
    if ((unsigned)-d == 0xffffff00u + 9)
        return 2; // <word>
    if ((unsigned long)(-d * 3) == (unsigned long)-21)
        return 3; // <long>
    if (x == 77 && (int)(d * 1e9) == INT_MIN && (short)(0.0 / (d - 77)) == 0)
        return 4; // <nan>
    if (x == 255 && (int)(d * 1e9) == 5)
        return 5; // <other>
    if ((int)(d * 1000) == 7)
        return 6; // <fits>
    return 0;
}
