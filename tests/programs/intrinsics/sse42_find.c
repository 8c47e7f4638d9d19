// Strings compared by SSE4.2: where the first character of a set stands, in 16 bytes that anybody chose.
// homing: reach @hit => REACHED
// homing: check => NO ERROR
#include <nmmintrin.h>
#include <homing.h>

__attribute__((target("sse4.2"))) static int first_of(const char *text, const char *set, int n) {
    __m128i t = _mm_loadu_si128((const __m128i *)text), s = _mm_loadu_si128((const __m128i *)set);
    return _mm_cmpestri(s, n, t, 16, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY | _SIDD_LEAST_SIGNIFICANT);
}

int main(void) {
    char text[16], set[16] = " \t:;";
    homing_symbolic(text, sizeof text, "text");
    int at = first_of(text, set, 4);
    if (at == 9) {
        if (text[3] == ',')
            return 1; // <hit>
    }
    return 0;
}
