// A pointer that can be anything and is compared with a function is that function where they are the same.
// homing: reach @other @result => UNREACHABLE, UNREACHABLE
#include <klee/klee.h>
static int five(void) { return 5; }
static int seven(void) { return 7; }
int main(void) {
    int (*f)(void);
    klee_make_symbolic(&f, sizeof f, "f");
    if (f == five) {
        if (f() != 5)
            return 1; // <other>
    } else if (f == seven && f() == 5)
        return 2; // <result>
    return 0;
}
