// Assembly of plain instructions: widths, rotations, shifts by cl, memory, and registers that are written before others are read.
// homing: reach @right @wrong => REACHED, UNREACHABLE
// homing: reach @carry -- -DCARRY => UNKNOWN "inline assembly"
// homing: reach @right -- -DEARLY => UNKNOWN "inline assembly"
#include <klee/klee.h>
#include <stdint.h>

static uint32_t rotated(uint32_t x, uint8_t n) {
  __asm__("roll %%cl, %0" : "+r"(x) : "c"(n) : "cc");
  return x;
}

static int widths(uint32_t x) {
  uint64_t all = ~0ull, low = ~0ull;
  __asm__("movl %1, %k0" : "+r"(all) : "r"(x));
  __asm__("movb $0x12, %b0" : "+r"(low));
  uint16_t half = x;
  __asm__("rorw $8, %w0" : "=r"(half) : "0"(half) : "cc");
  return all == x && low == 0xffffffffffffff12 && half == (uint16_t)((uint16_t)x << 8 | (uint16_t)x >> 8);
}

static int in_memory(uint32_t x) {
  uint32_t m = x, old = 7;
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(m) : : "memory", "cc");
  __asm__ volatile("lock; addl %1, %0" : "+m"(m) : "ir"(3) : "memory", "cc");
  __asm__ volatile("pause\n\tmfence" ::: "memory");
  return old == x && m == x + 10;
}

static int narrow(uint8_t n, int16_t h) {
  int16_t s = h;
  __asm__("sarw %%cl, %0" : "+r"(s) : "c"(n) : "cc");
  unsigned by = n & 31;
  return s == (int16_t)(h >> (by > 15 ? 15 : by));
}

static uint32_t sum(uint32_t a, uint32_t b) {
  uint32_t r;
#ifdef EARLY
  __asm__("movl %1, %0\n\taddl %2, %0" : "=r"(r) : "r"(a), "r"(b) : "cc");
#else
  __asm__("movl %1, %0\n\taddl %2, %0" : "=&r"(r) : "r"(a), "r"(b) : "cc");
#endif
  return r;
}

static int own_registers(uint32_t x) {
  uint32_t r, zero;
  __asm__("movl %1, %%eax\n\taddl $7, %%eax\n\tmovl %%eax, %0" : "=r"(r) : "r"(x) : "eax", "cc");
  __asm__("xorl %0, %0" : "=r"(zero) : : "cc");
  return r == x + 7 && zero == 0;
}

int main(void) {
  uint32_t x = klee_int("x"), y = x;
  uint8_t n = klee_int("n");
  unsigned by = n & 31;
#ifdef CARRY
  __asm__("addl $1, %0\n\tadcl $0, %1" : "+r"(x), "+r"(y));
  if (y != x)
    return 3; // <carry>
#endif
  __asm__("neg %0\n\tnotl %0\n\tincl %0" : "+r"(y) : : "cc");
  if (y != x || rotated(x, n) != (by ? x << by | x >> (32 - by) : x))
    return 1; // <wrong>
  if (!own_registers(x) || !widths(x) || !in_memory(x) || !narrow(n, (int16_t)x) || sum(x, 3) != x + 3)
    return 1;
  __asm__("bswap %0" : "+r"(y));
  if (y == 0x78563412 && x == 0x12345678)
    return 2; // <right>
  return 0;
}
