// homing: check -- -fsanitize=undefined => ERROR out-of-bounds @index, ERROR null @null, ERROR misaligned @aligned, ERROR invalid-value @bool, ERROR unreachable @unreachable, ERROR invalid-value @length, ERROR null @given, ERROR null @returned, ERROR invalid-value @zeros, ERROR pointer-overflow @pointer, ERROR misaligned @assumed
// homing: check ! -- -fsanitize=undefined -fsanitize-trap=all => ERROR out-of-bounds @index, ERROR null @null, ERROR null @aligned, ERROR invalid-value @bool, ERROR unreachable @unreachable, ERROR invalid-value @length, ERROR null @given, ERROR null @returned, ERROR invalid-value @zeros, ERROR pointer-overflow @pointer, ERROR misaligned @assumed
#include <klee/klee.h>

static int numbers[4];
static _Bool flag;

__attribute__((returns_nonnull)) static int *same(int *p) {
  return p; // <returned>
}
__attribute__((nonnull)) static void use(int *p) { (void)p; }

int main(void) {
  int x = klee_int("x");
  volatile int r = 0;
  switch (klee_range(0, 11, "which")) {
  case 0:
    r = numbers[x]; // <index>
    break;
  case 1: {
    int *p = x ? numbers : 0;
    r = *p; // <null>
    break;
  }
  case 2: {
    char *p = (char *)numbers + (x & 7);
    r = *(int *)p; // <aligned>
    break;
  }
  case 3:
    *(unsigned char *)&flag = (unsigned char)x;
    r = flag; // <bool>
    break;
  case 4:
    if (x == 3)
      __builtin_unreachable(); // <unreachable>
    break;
  case 5: {
    int n = x < 5 ? x : 5;
    int v[n]; // <length>
    v[0] = 1;
    r = v[0];
    break;
  }
  case 6:
    r = same(x ? numbers : 0) != 0;
    break;
  case 7:
    use(x ? numbers : 0); // <given>
    break;
  case 8:
    r = __builtin_clz(x); // <zeros>
    break;
  case 9: {
    char *p = x ? (char *)numbers : 0;
    p += 3; // <pointer>
    r = p != 0;
    break;
  }
  case 10:
    r = *(int *)__builtin_assume_aligned((char *)numbers + (x & 4), 8); // <assumed>
    break;
  }
  return r;
}
