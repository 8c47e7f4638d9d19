// homing: reach ! @some @none -- -O2 => REACHED, UNREACHABLE
// An optimiser leaves the array's slot behind the computation of its size.
#include <homing.h>
#include <string.h>

unsigned char in[2];
static volatile int sink;

static __attribute__((noinline)) int last(void) {
    unsigned char x = in[0], y = in[1];
    char text[3] = {(char)x, (char)y, 0};
    (void)text;
    {
        int n = (x & 3) + 1;
        int a[n];
        for (int i = 0; i < n; i++)
            a[i] = i * y;
        return a[n - 1] + (int)sizeof a;
    }
}

int main(void) {
    in[0] = homing_any_uchar();
    in[1] = homing_any_uchar();
    int v = last();
    if (v == 16 + 3 * 7)
        sink = 1; // <some>
    if (v == 5)
        in[0] = sink; // <none>
    return 0;
}
