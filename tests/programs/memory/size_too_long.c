// A copy whose size nobody bounds: the one that is too long is an error, found without a state for each size.
// homing: check => ERROR out-of-bounds @bad
#include <string.h>
#include <homing.h>

int main(void) {
    char to[500], from[700];
    homing_symbolic(from, sizeof from, "from");
    unsigned long n = homing_any_ulong();
    if (n > 501)
        return 0;
    memcpy(to, from, n); // <bad>
    return 0;
}
