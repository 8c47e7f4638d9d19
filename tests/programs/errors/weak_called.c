// Calling or reading a weak symbol that nobody defines goes to null.
// homing: check => ERROR null @call, ERROR null @read
#include <homing.h>
extern int optional(int) __attribute__((weak));
extern int table[4] __attribute__((weak));
int main(void) {
    if (homing_any_int())
        return optional(1); // <call>
    return table[0]; // <read>
}
