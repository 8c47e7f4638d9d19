// homing: reach @never @other => UNKNOWN "undefined operation", REACHED
// What an undefined operation gives is not the engine's to choose: a native run that gives something else is not overruled by the interpreter.
#include <homing.h>

int main(void) {
    unsigned char x = homing_any_uchar();
    if (__builtin_ctz(x & 15) == 77)
        return 1; // <never>
    if (x == 3)
        return 2; // <other>
    return 0;
}
