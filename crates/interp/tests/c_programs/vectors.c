// modes: 64 O2
// Vectors: element-wise operations, shuffles, comparisons, conversions, in structs and as arguments.
extern void homing_output(unsigned long long);
typedef int int4 __attribute__((ext_vector_type(4)));
typedef unsigned char uchar8 __attribute__((ext_vector_type(8)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef long long2 __attribute__((ext_vector_type(2)));
typedef double double2 __attribute__((ext_vector_type(2)));
typedef short short8 __attribute__((vector_size(16)));
typedef _Bool bool8 __attribute__((ext_vector_type(8)));

static void out4(int4 v) { for (int i = 0; i < 4; i++) homing_output((unsigned)v[i]); }
static int4 twist(int4 a, int4 b) { return a.wzyx * b + (a > b); }
struct both { int4 v; char c; float3 f; };
static struct both change(struct both x) { x.v.y = 77; x.f *= 2; x.c++; return x; }

int main(void) {
    int4 a = {1, -2, 300, 2147483647}, b = {7, 5, -3, 2};
    out4(a & b); out4(a ^ ~b); out4(a / b); out4(a % b); out4(a >> 1); out4(twist(a / 3, b));
    out4(__builtin_shufflevector(a, b, 0, 5, 2, 7)); out4(a == b); out4(a < b); out4(a.xxyy); out4(a ? b : a);
    a.zw = b.xy;
    out4(a);
    int n = 2;
    a[n] += 5; a[n + 1] = 9;
    out4(a);
    uchar8 u = {250, 1, 2, 3, 4, 5, 6, 255};
    u += 10;
    for (int i = 0; i < 8; i++) homing_output(u[i]);
    float4 f = {1.5f, -2.5f, 1e3f, 0.1f};
    f = f * f + 0.5f;
    out4(__builtin_convertvector(f * 10.0f, int4));
    double2 d = {1.25, -7.0};
    long2 l = __builtin_convertvector(d * 8, long2);
    homing_output(l.x); homing_output(l.y);
    short8 s = {1, 2, 3, 4, 5, 6, 7, -8};
    s = s * s - (short8){1, 1, 1, 1, 1, 1, 1, 1};
    long2 view = (long2)s;
    homing_output(view.x); homing_output(view.y);
    homing_output(__builtin_reduce_add(a)); homing_output((unsigned)__builtin_reduce_max(a)); homing_output(__builtin_reduce_xor(u));
    struct both x = {a, 'q', {1, 2, 3}};
    x = change(x);
    out4(x.v); homing_output(x.c); homing_output((int)(x.f.z * 10));
    bool8 mask = __builtin_convertvector(u, bool8);
    homing_output(mask[0] + mask[7] * 2);
    int4 arr[3] = {a, b, a + b};
    for (int i = 0; i < 3; i++) out4(arr[i] << i);
    float sums[8], in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 8; i++) sums[i] = in[i] * 2 + in[7 - i];
    for (int i = 0; i < 8; i++) homing_output((int)sums[i]);
    return 0;
}
