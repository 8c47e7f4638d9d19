// The 80-bit format: arithmetic, conversions, comparisons, in memory and as arguments.
#include <stdint.h>
extern void homing_output(unsigned long long);

static void out(long double x) {
    struct { uint64_t m; uint16_t e; } parts = {0};
    if (x != x) { homing_output(1); return; }
    __builtin_memcpy(&parts, &x, 10);
    homing_output(parts.m); homing_output(parts.e);
}

static volatile long double values[] = {0.0L, -0.0L, 1.0L, -1.0L / 3, 1e-4940L, 1e4932L, 123456789012345678.5L, 0.1L, -1.5L, 18446744073709551615.0L};
#define N (int)(sizeof values / sizeof *values)

struct holder { char c; long double x; };
static long double mean(struct holder a, long double b, struct holder c) { return (a.x + b + c.x) / 3; }

int main(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            long double a = values[i], b = values[j];
            out(a + b); out(a - b); out(a * b); out(a / b);
            homing_output((a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4);
        }
        double d = (double)values[i];
        float f = (float)values[i];
        uint64_t u; uint32_t v;
        __builtin_memcpy(&u, &d, 8); __builtin_memcpy(&v, &f, 4);
        homing_output(u); homing_output(v);
        out(d); out(f); out(-values[i]); out(__builtin_fabsl(values[i]));
        if (values[i] > -1e15L && values[i] < 1e15L) { homing_output((long long)values[i]); homing_output((unsigned)(int)(values[i] / 1e7L)); }
        if (values[i] >= 0 && values[i] < 18446744073709551616.0L) homing_output((unsigned long long)values[i]);
    }
    static volatile long long ints[] = {0, 1, -1, INT64_MAX, INT64_MIN, 1234567890123456789};
    for (int i = 0; i < 6; i++) { out((long double)ints[i]); out((long double)(unsigned long long)ints[i]); out((long double)(int)ints[i]); }
    long double sum = 0;
    for (int i = 1; i < 200; i++) sum += 1.0L / i;
    out(sum);
    struct holder a = {'a', sum}, b = {'b', 2.0L};
    out(mean(a, sum, b));
    struct holder c[2] = {a, b};
    c[1] = c[0];
    out(c[1].x);
    homing_output(sizeof(struct holder));
    return 9;
}
