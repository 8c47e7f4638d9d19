// Floats: arithmetic, conversions, rounding, comparisons with NaN, infinities, signed zeros, subnormals.
#include <stdint.h>
extern void homing_output(unsigned long long);

static uint64_t bits(double d) { uint64_t u; __builtin_memcpy(&u, &d, 8); return d != d ? 1 : u; }
static uint32_t bits32(float f) { uint32_t u; __builtin_memcpy(&u, &f, 4); return f != f ? 1 : u; }

static volatile double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e-310, 4.9e-324, 1.7976931348623157e308, 123456789.125, -2.5, 3.5, 1e18, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
#define N (int)(sizeof values / sizeof *values)

static void compare(double a, double b) {
    homing_output((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | !(a < b) << 6
        | __builtin_isunordered(a, b) << 7 | __builtin_isless(a, b) << 8 | __builtin_islessgreater(a, b) << 9);
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double a = values[i], b = values[j];
            homing_output(bits(a + b)); homing_output(bits(a - b)); homing_output(bits(a * b)); homing_output(bits(a / b));
            float x = (float)a, y = (float)b;
            homing_output(bits32(x + y)); homing_output(bits32(x - y)); homing_output(bits32(x * y)); homing_output(bits32(x / y));
            homing_output(bits32((float)(a * y)));
            compare(a, b);
            homing_output(bits(__builtin_copysign(a, b)));
        }
    for (int i = 0; i < N; i++) {
        double a = values[i];
        homing_output(bits(-a)); homing_output(bits(__builtin_fabs(a)));
        homing_output(bits32((float)a)); homing_output(bits((double)(float)a));
        homing_output(!!a); homing_output(__builtin_signbit(a) != 0);
        if (a > -1e9 && a < 1e9) {
            homing_output((uint32_t)(int)a); homing_output((uint64_t)(long long)a); homing_output((uint8_t)(signed char)((int)a % 100));
        }
        if (a >= 0 && a < 1e19) { homing_output((unsigned long long)a); homing_output((unsigned long long)(float)a); }
        if (a >= 0 && a < 4e9) homing_output((unsigned)a);
    }
    static volatile long long ints[] = {0, 1, -1, 16777217, -16777219, 9007199254740993, INT64_MAX, INT64_MIN, 0x7fffffbfffffffff};
    for (int i = 0; i < 9; i++) {
        homing_output(bits((double)ints[i])); homing_output(bits32((float)ints[i]));
        homing_output(bits((double)(uint64_t)ints[i])); homing_output(bits32((float)(uint64_t)ints[i]));
        homing_output(bits((double)(int)ints[i])); homing_output(bits32((float)(unsigned)ints[i]));
        homing_output(bits32((float)(short)ints[i]));
    }
    double sum = 0;
    for (int i = 1; i <= 1000; i++) sum += 1.0 / i / (i & 1 ? 1 : -3);
    homing_output(bits(sum));
    float product = 1;
    for (int i = 1; i <= 30; i++) product *= 1.0f + 1.0f / i;
    homing_output(bits32(product));
    _Bool truth = 0.5;
    homing_output(truth);
    return (int)(sum * 10);
}
