// Where the machine has no instruction for the width it does not trap; the result is undefined.
// homing: reach @behind @never => REACHED, UNKNOWN "overflow of a signed division"
#include <homing.h>
int main(void) {
    _BitInt(24) x = homing_any_int();
    __int128 y = homing_any_long();
    y <<= 64;
    _BitInt(24) q = x / (_BitInt(24))-1;
    __int128 r = y / -1;
    if (x == (_BitInt(24))0x800000 && q != 1)
        return 1; // <behind>
    if ((unsigned long)(y >> 64) < (1UL << 63) && r == 55)
        return 2; // <never>
    return 0;
}
