// Integer operations of all widths, at the corners.
#include <stdint.h>
extern void homing_output(unsigned long long);

#define TEST(T, U) \
    static void test_##T(T a, T b) { \
        homing_output((U)((U)a + (U)b)); \
        homing_output((U)((U)a - (U)b)); \
        homing_output((U)((U)a * 3u * (U)b)); \
        homing_output((U)(a & b)); \
        homing_output((U)(a | b)); \
        homing_output((U)(a ^ ~b)); \
        homing_output((U)((U)a >> 3)); \
        homing_output((U)(a >> 2)); \
        homing_output((U)((U)a << 5)); \
        homing_output(a < b); \
        homing_output(a <= b); \
        homing_output((U)a > (U)b); \
        homing_output(a == b); \
        if (b != 0 && !(b == (T)-1)) { \
            homing_output((U)(a / b)); \
            homing_output((U)(a % b)); \
            homing_output((U)((U)a / (U)b)); \
            homing_output((U)((U)a % (U)b)); \
        } \
    }
TEST(int8_t, uint8_t)
TEST(int16_t, uint16_t)
TEST(int32_t, uint32_t)
TEST(int64_t, uint64_t)

static const int64_t values[] = {0, 1, -1, 2, 7, -7, 127, -128, 255, 32767, -32768, 65535, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 0x123456789abcdef};

int main(void) {
    int n = sizeof values / sizeof *values;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            test_int8_t((int8_t)values[i], (int8_t)values[j]);
            test_int16_t((int16_t)values[i], (int16_t)values[j]);
            test_int32_t((int32_t)values[i], (int32_t)values[j]);
            test_int64_t(values[i], values[j]);
        }
    for (int i = 0; i < n; i++) {
        homing_output(__builtin_popcountll(values[i]));
        homing_output(__builtin_bswap16((uint16_t)values[i]));
        homing_output(__builtin_bswap32((uint32_t)values[i]));
        homing_output(__builtin_bswap64(values[i]));
        homing_output(__builtin_bitreverse8((uint8_t)values[i]));
        homing_output(__builtin_bitreverse64(values[i]));
        homing_output(__builtin_rotateleft32((uint32_t)values[i], 7));
        homing_output(__builtin_rotateright64(values[i], 13));
        if (values[i]) {
            homing_output(__builtin_clzll(values[i]));
            homing_output(__builtin_ctzll(values[i]));
            homing_output(__builtin_clz((uint32_t)values[i] | 1));
        }
        for (int j = 0; j < n; j++) {
            int32_t r32; int64_t r64; uint16_t u16; uint64_t u64; int8_t r8;
            homing_output(__builtin_add_overflow((int32_t)values[i], (int32_t)values[j], &r32)); homing_output((uint32_t)r32);
            homing_output(__builtin_sub_overflow(values[i], values[j], &r64)); homing_output(r64);
            homing_output(__builtin_mul_overflow(values[i], values[j], &r64)); homing_output(r64);
            homing_output(__builtin_mul_overflow((uint16_t)values[i], (uint16_t)values[j], &u16)); homing_output(u16);
            homing_output(__builtin_sub_overflow((uint64_t)values[i], (uint64_t)values[j], &u64)); homing_output(u64);
            homing_output(__builtin_add_overflow((uint64_t)values[i], (uint64_t)values[j], &u64)); homing_output(u64);
            homing_output(__builtin_mul_overflow((int8_t)values[i], (int8_t)values[j], &r8)); homing_output((uint8_t)r8);
            homing_output(__builtin_add_overflow((uint32_t)values[i], (int64_t)values[j], &r8)); homing_output((uint8_t)r8);
            homing_output((uint32_t)__builtin_elementwise_add_sat((int32_t)values[i], (int32_t)values[j]));
            homing_output((uint32_t)__builtin_elementwise_sub_sat((uint32_t)values[i], (uint32_t)values[j]));
            homing_output((uint32_t)__builtin_elementwise_max((int32_t)values[i], (int32_t)values[j]));
            homing_output((uint32_t)__builtin_elementwise_min((uint32_t)values[i], (uint32_t)values[j]));
        }
        homing_output((uint32_t)__builtin_elementwise_abs((int16_t)values[i]));
    }
    return 42;
}
