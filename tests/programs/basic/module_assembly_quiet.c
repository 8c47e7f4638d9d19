// Assembly that only describes symbols changes nothing.
// homing: reach @never => UNREACHABLE
static int s __attribute__((used)) = 1;
__asm__(".globl nobody\n\t.hidden nobody\n.section .note.GNU-stack,\"\",@progbits\n.previous");
int main(void) {
    if (s == 5)
        return 1; // <never>
    return 0;
}
