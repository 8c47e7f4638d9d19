// Float arithmetic on constants is exact.
// homing: reach @right => REACHED
// homing: reach @wrong => UNREACHABLE
int main(void) {
  volatile double a = 0.1, b = 0.2;
  volatile float f = 16777216.0f;
  long double l = 1.0L / 3.0L;
  double r = a + b;
  if (r != 0.3 && r == 0.30000000000000004 && f + 1.0f == f && (float)(f + 2.0f) == 16777218.0f && (int)(-2.7) == -2 && l * 3.0L == 1.0L &&
      (unsigned char)200.9f == 200)
    return 1; // <right>
  return 0; // <wrong>
}
