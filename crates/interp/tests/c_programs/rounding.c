// modes: 64 O2
// Rounding functions, square roots, remainders, fused multiply-add, minimum and maximum.
#include <stdint.h>
#include <math.h>
extern void homing_output(unsigned long long);

static uint64_t bits(double d) { uint64_t u; __builtin_memcpy(&u, &d, 8); return d != d ? 1 : u; }
static uint32_t bits32(float f) { uint32_t u; __builtin_memcpy(&u, &f, 4); return f != f ? 1 : u; }

static volatile double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, 0.49999999999999994, 1e15 + 0.5, -7.75, 1e300, 4503599627370497.5};
#define N (int)(sizeof values / sizeof *values)

int main(void) {
    for (int i = 0; i < N; i++) {
        double a = values[i];
        homing_output(bits(floor(a))); homing_output(bits(ceil(a))); homing_output(bits(trunc(a))); homing_output(bits(round(a)));
        homing_output(bits(rint(a))); homing_output(bits(nearbyint(a))); homing_output(bits(__builtin_roundeven(a)));
        homing_output(bits(sqrt(fabs(a)))); homing_output(bits32(sqrtf(fabsf((float)a))));
        homing_output(bits32(floorf((float)a))); homing_output(bits32(ceilf((float)a))); homing_output(bits32(roundf((float)a)));
        for (int j = 0; j < N; j++) {
            double b = values[j];
            homing_output(bits(fmod(a, b))); homing_output(bits(fma(a, b, values[(i + j) % N])));
            homing_output(bits32(fmaf((float)a, (float)b, 0.1f)));
            if (a != b) { homing_output(bits(fmin(a, b))); homing_output(bits(fmax(a, b))); }
        }
    }
    return 0;
}
