// The smallest number divided by -1 traps: always an error, and nothing behind it is reached.
// homing: check => ERROR division-by-zero @quotient, ERROR division-by-zero @remainder, ERROR division-by-zero @wide
// homing: reach @behind @behind_remainder @behind_wide @other => UNREACHABLE, UNREACHABLE, UNREACHABLE, REACHED
// homing: check --check overflow => ERROR signed-overflow @quotient, ERROR signed-overflow @remainder, ERROR signed-overflow @wide
#include <homing.h>
#include <limits.h>
int main(void) {
    int x = homing_any_int(), y = homing_any_int(), sum = 0;
    long z = homing_any_long();
    unsigned char way = homing_any_uchar();
    if (y == 0)
        return 0;
    if (way == 0) {
        sum = x / y; // <quotient>
        if (x == INT_MIN && y == -1)
            return sum; // <behind>
    } else if (way == 1) {
        sum = x % y; // <remainder>
        if (x == INT_MIN && y == -1)
            return sum; // <behind_remainder>
    } else if (z < -3) {
        long q = z / (way == 2 ? -1 : 1); // <wide>
        if (z == LONG_MIN && way == 2)
            return q; // <behind_wide>
        if (q == 4)
            return 1; // <other>
    }
    return sum;
}
