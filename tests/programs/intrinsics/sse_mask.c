// A character looked for in 16 bytes at once, with the instructions of SSE2 and SSSE3.
// homing: reach @hit => REACHED
// homing: check => NO ERROR
#include <tmmintrin.h>
#include <homing.h>

__attribute__((target("ssse3"))) static int folded(const unsigned char *text, unsigned char c) {
    __m128i t = _mm_loadu_si128((const __m128i *)text);
    __m128i low = _mm_or_si128(t, _mm_set1_epi8(0x20));
    __m128i turned = _mm_shuffle_epi8(low, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(turned, _mm_set1_epi8(c)));
}

__attribute__((target("ssse3"))) static int sum(const unsigned char *text) {
    __m128i s = _mm_sad_epu8(_mm_loadu_si128((const __m128i *)text), _mm_setzero_si128());
    return _mm_cvtsi128_si32(s) + _mm_cvtsi128_si32(_mm_srli_si128(s, 8));
}

int main(void) {
    unsigned char text[16];
    homing_symbolic(text, sizeof text, "text");
    if (folded(text, 'q') == 0x8001 && sum(text) == 0x51 + 0x71 + 14 * 3)
        return 1; // <hit>
    return 0;
}
