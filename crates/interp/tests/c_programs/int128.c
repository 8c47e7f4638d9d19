// modes: 64 O2
// 128-bit integers and _BitInt of odd and large widths.
extern void homing_output(unsigned long long);
typedef __int128 i128;
typedef unsigned __int128 u128;

static void out(u128 v) { homing_output((unsigned long long)v); homing_output((unsigned long long)(v >> 64)); }

static u128 make(unsigned long long hi, unsigned long long lo) { return (u128)hi << 64 | lo; }

struct pair { i128 a; char c; };
static struct pair twice(struct pair p) { p.a *= 2; p.c++; return p; }

static void bitints(long long x) {
    _BitInt(37) a = (_BitInt(37))x;
    unsigned _BitInt(77) b = (unsigned _BitInt(77))x * 1000003u;
    unsigned _BitInt(256) c = (unsigned _BitInt(256))b * b * b;
    _BitInt(200) d = -(_BitInt(200))x * 12345678901234567;
    homing_output((unsigned long long)(a / 3));
    homing_output((unsigned long long)(b >> 13));
    homing_output((unsigned long long)(b % 1000));
    homing_output((unsigned long long)(c >> 100));
    homing_output((unsigned long long)(c / 12345678912345u));
    homing_output((unsigned long long)(d >> 3));
    homing_output((unsigned long long)(d / 977));
    homing_output(d < 0);
    homing_output(c > b);
    homing_output((unsigned long long)(c << 30 >> 17 ^ c));
}

int main(void) {
    u128 values[] = {0, 1, 5, make(0, -1ull), make(1, 0), make(0x123456789abcdef, 0xfedcba9876543210), make(-1ull, -1ull), make(1ull << 63, 0), make(-1ull, -77ull)};
    int n = sizeof values / sizeof *values;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u128 a = values[i], b = values[j];
            out(a + b); out(a - b); out(a * b); out(a & b); out(a | b); out(a ^ b);
            out(a << (int)(b % 128)); out(a >> (int)(b % 128)); out((i128)a >> (int)(b % 128));
            homing_output(a < b); homing_output((i128)a < (i128)b); homing_output(a == b);
            if (b) { out(a / b); out(a % b); }
            if (b && ~b) { out((i128)a / (i128)b); out((i128)a % (i128)b); }
            i128 r; u128 u;
            homing_output(__builtin_add_overflow((i128)a, (i128)b, &r)); out(r);
            homing_output(__builtin_sub_overflow(a, b, &u)); out(u);
        }
    for (int i = 0; i < n; i++) {
        double d = (double)values[i], s = (double)(i128)values[i];
        homing_output(*(unsigned long long *)&d); homing_output(*(unsigned long long *)&s);
        out((u128)(d / 3)); out((i128)(s / 3));
        long double l = (long double)(i128)values[i];
        homing_output(*(unsigned long long *)&l);
    }
    struct pair p = {make(7, 9), 'x'};
    p = twice(p);
    out(p.a); homing_output(p.c);
    long long xs[] = {0, 1, -1, 123456789, -987654321012345, 0x7fffffffffffffff};
    for (int i = 0; i < 6; i++) bitints(xs[i]);
    return 0;
}
