// What the processor is, is not known; operands of assembly are looked at.
// homing: reach @feature => UNKNOWN
// homing: reach ! @octal -- -DOCTAL => REACHED
// homing: reach ! @narrow -- -DNARROW => UNKNOWN "inline assembly"
#include <homing.h>

int main(void) {
  unsigned char n = homing_any_uchar();
#ifdef OCTAL
  int x;
  __asm__("mov $010,%0" : "=r"(x));
  if (x + n == 8)
    return 1; // <octal>
#elif defined NARROW
  unsigned r;
  unsigned long wide = (1UL << 40) + n;
  __asm__("bsrl %k1,%0" : "=r"(r) : "r"(wide));
  if (r == 3)
    return 2; // <narrow>
#else
  unsigned a = 1, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  if (n == 1 && a == 0x12345678 && b == c)
    return 3; // <feature>
#endif
  return 0;
}
