// Bit-fields of all kinds, unions, packed and aligned structs.
#include <stdint.h>
#include <stddef.h>
extern void homing_output(unsigned long long);

struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; int : 0; signed char d : 7; _Bool e : 1; };
struct __attribute__((packed)) packed { char a; int b; short c : 9; long long d; };
struct aligned { char a; _Alignas(32) int b; };
union mix { uint32_t word; uint8_t bytes[4]; struct bits bits; float f; struct { unsigned lo : 12, hi : 20; } parts; };

static struct bits global = {5, -3, 0x123456789a, -64, 1};

static void show(struct bits *b) {
    homing_output(b->a); homing_output(b->b); homing_output(b->c); homing_output(b->d); homing_output(b->e);
}

int main(void) {
    show(&global);
    for (int i = -20; i < 20; i++) {
        global.a += i; global.b ^= i; global.c = global.c * 77 + i; global.d -= 3; global.e = !global.e;
        show(&global);
    }
    struct bits copy = global;
    copy.b++;
    show(&copy);
    struct packed p = {1, -2, 200, 1ll << 40};
    homing_output(sizeof p); homing_output(offsetof(struct packed, d));
    p.c += 100; p.d++; p.b *= 5;
    homing_output(p.a); homing_output((unsigned)p.b); homing_output((unsigned short)p.c); homing_output(p.d);
    struct aligned al = {1, 2};
    homing_output(sizeof al); homing_output((uintptr_t)&al.b % 32);
    union mix m;
    m.word = 0xdeadbeef;
    homing_output(m.bytes[0] | m.bytes[3] << 8);
    homing_output(m.parts.lo); homing_output(m.parts.hi);
    m.parts.hi = 0x12345;
    homing_output(m.word);
    m.f = 1.5f;
    homing_output(m.word);
    return (int)sizeof(struct bits);
}
