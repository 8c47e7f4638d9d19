// __builtin_clz(0) and __builtin_ctz(0) are undefined.
// homing: reach @zero @right @never => REACHED, UNKNOWN "zero bits", UNKNOWN "zero bits"
#include <homing.h>
int main(void) {
    unsigned x = homing_any_uint();
    int n = __builtin_clz(x), m = __builtin_ctz(x);
    if (x != 0 && n > 31)
        return 2; // <right>
    if (x == 0 && n != 5000)
        return 1; // <zero>
    if (x == 0 && m == 5 && n > 0 && n < 0)
        return 3; // <never>
    return 0;
}
