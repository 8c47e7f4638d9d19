// __builtin_clz(0) and __builtin_ctz(0) are undefined.
// homing: reach @right => UNKNOWN "zero bits"
#include <homing.h>
int main(void) {
    unsigned x = homing_any_uint();
    int n = __builtin_clz(x);
    if (x != 0 && n > 31)
        return 2; // <right>
    return 0;
}
