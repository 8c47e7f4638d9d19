// Assembly beside functions can define and change anything.
// homing: reach @changed @run => UNKNOWN "module-level assembly", REACHED
static int s __attribute__((used)) = 1;
__asm__(".globl change\nchange: movl $5, s(%rip)\n ret");
int main(void) {
    if (s == 5)
        return 1; // <changed>
    return 0; // <run>
}
