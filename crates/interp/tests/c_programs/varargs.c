// Variadic functions: all kinds of arguments, va_copy, lists passed on.
#include <stdarg.h>
extern void homing_output(unsigned long long);

struct small { short a, b; };
struct two { double d; long l; };
struct big { int v[7]; };

static long total(const char *kinds, va_list list) {
    long t = 0;
    for (; *kinds; kinds++) switch (*kinds) {
        case 'i': t = t * 3 + va_arg(list, int); break;
        case 'l': t = t * 3 + va_arg(list, long); break;
        case 'q': t = t * 3 + (long)va_arg(list, long long); break;
        case 'd': t = t * 3 + (long)(va_arg(list, double) * 4); break;
        case 'L': t = t * 3 + (long)(va_arg(list, long double) * 4); break;
        case 'p': t = t * 3 + *va_arg(list, int *); break;
        case 's': { struct small s = va_arg(list, struct small); t = t * 3 + s.a * 2 + s.b; break; }
        case 't': { struct two s = va_arg(list, struct two); t = t * 3 + (long)s.d * 2 + s.l; break; }
        case 'b': { struct big s = va_arg(list, struct big); for (int i = 0; i < 7; i++) t = t * 3 + s.v[i]; break; }
        case 'f': t = t * 3 + va_arg(list, int (*)(int))(5); break;
    }
    return t;
}

static long all(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    long t = total(kinds, list);
    va_end(list);
    t += total(kinds, again) * 7;
    va_end(again);
    va_start(list, kinds);
    if (*kinds == 'i') t += va_arg(list, int);
    va_end(list);
    return t;
}

static long after_many(int a, double b, int c, int d, int e, int f, int g, int h, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    long t = total(kinds, list) + a + c + d + e + f + g + h + (long)b;
    va_end(list);
    return t;
}

static int square(int x) { return x * x; }

int main(void) {
    int x = 12;
    struct small s = {3, 4};
    struct two t = {2.5, 77};
    struct big b = {{1, 2, 3, 4, 5, 6, 7}};
    homing_output(all(""));
    homing_output(all("iii", 1, 2, 3));
    homing_output(all("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    homing_output(all("dddddddddd", 1.5, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.25));
    homing_output(all("ilqdLpstbf", 1, 2l, 3ll, 4.0, 5.25l, &x, s, t, b, square));
    homing_output(all("iLiLsLbLi", 1, 2.0l, 3, 4.0l, s, 5.0l, b, 6.0l, 7));
    homing_output(all("fpstbi", square, &x, s, t, b, -1));
    homing_output(after_many(1, 2.5, 3, 4, 5, 6, 7, 8, "idLqb", 9, 10.0, 11.0l, 12ll, b));
    homing_output((unsigned char)all("i", (char)-3));
    homing_output((long)all("id", (short)-300, (float)1.25f));
    return 0;
}
