// A function that is called as if its type were another: what is too much is cut, what is missing is anything.
// homing: reach @cut @upper @never => REACHED, REACHED, UNREACHABLE
#include <homing.h>
short half(unsigned char c) { return c; }
long whole(int x) { return x; }
int main(void) {
    int (*f)(int) = (int (*)(int))half;
    short (*g)(long) = (short (*)(long))whole;
    unsigned short x = homing_any_ushort();
    if (x > 300 && (short)f(x) == 5)
        return 1; // <cut>
    if (g(x) == -2)
        return 2; // <upper>
    if (x < 100 && g(x) != (short)x)
        return 3; // <never>
    return 0;
}
