// What is exact in the type is so on the x87, too.
// homing: reach ! --32 @never @half => UNREACHABLE, REACHED
int main(void) {
    volatile double quarter = 0.25, seven = 7;
    if (seven * quarter != 1.75 || seven + quarter != 7.25)
        return 1; // <never>
    if (seven / 2 == 3.5)
        return 2; // <half>
    return 0;
}
