// What asm goto does is not known: all its labels may be jumped to.
// homing: reach @label @behind @other => UNKNOWN "asm goto", UNKNOWN "asm goto", UNKNOWN "asm goto"
volatile int g;
int main(int argc, char **argv) {
    if (argc == 7)
        g = 2; // <other>
    __asm__ goto("jmp %l1" : : "r"(argc) : : label);
    g = 3; // <behind>
    return 0;
label:
    g = 1; // <label>
    return 1;
}
