// Weak symbols that another file of the program defines are not null.
// homing: reach +weak_definitions.c @none @both => UNREACHABLE, REACHED
extern int optional(int) __attribute__((weak));
extern int setting __attribute__((weak));
int main(void) {
    if (!optional || !&setting)
        return 1; // <none>
    if (optional(2) + setting == 12)
        return 2; // <both>
    return 0;
}
