// Blocks and copies whose size depends on the input: one state, with a condition for each byte.
// homing: reach @hit => REACHED
// homing: check => NO ERROR
#include <stdlib.h>
#include <string.h>
#include <homing.h>

struct node {
    int *p;
    char name[40];
};
static int g = 7;

int main(void) {
    unsigned n = homing_any_uint(), m = homing_any_uint();
    char text[300];
    homing_symbolic(text, sizeof text, "text");
    if (n < 10 || n > 300 || m < n || m > 600)
        return 0;
    char *s = malloc(n);
    memcpy(s, text, n);
    s = realloc(s, m);
    memset(s, '-', n % 64);
    struct node a = {&g, "abc"}, b = {0, "xyzxyz"};
    memmove(&b, &a, 8 + n % 32);
    int r = 0;
    if (*b.p != 7)
        r = 3; // <pointer>
    if (n == 200 && m == 210 && s[150] == '+' && s[199] == '*' && s[7] == '-')
        r = 1; // <hit>
    free(s);
    return r;
}
