// Of other numbers, and where zero has a result of its own, they are exact.
// homing: reach @never @zero => UNREACHABLE, REACHED
#include <homing.h>
int main(void) {
    unsigned x = homing_any_uint();
    if (x != 0) {
        int n = __builtin_clz(x), t = __builtin_ctz(x);
        if (n > 31 || t > 31 || (x >> t & 1) != 1 || x >> (31 - n) != 1)
            return 1; // <never>
    } else if (__builtin_clzg(x, 99) == 99 && __builtin_ffs(x) == 0)
        return 2; // <zero>
    return 0;
}
