// What the x87 keeps behind the digits of the type may show: a real run says whether it does.
// homing: reach ! --32 @shows @sound => REACHED, UNKNOWN "x87"
// homing: reach ! --32 @shows @sound -- -msse2 => UNREACHABLE, UNREACHABLE
#include <homing.h>
int main(void) {
    unsigned char n = homing_any_uchar();
    volatile double third = 1.0 / 3;
    long double kept = n * third;
    if ((double)kept != kept)
        return 1; // <shows>
    if (n == 3 && third * n > 2)
        return 2; // <sound>
    return 0;
}
