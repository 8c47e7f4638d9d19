// Digits of a number, remainders the long way, and a date from a number of days.
#include "homing.h"
#include <stdint.h>
int main(void) {
  uint32_t n, days;
  int64_t t;
  homing_symbolic(&n, sizeof n, "n");
  homing_symbolic(&t, sizeof t, "t");
  homing_symbolic(&days, sizeof days, "days");
  unsigned sum = 0;
  for (uint32_t v = n; v; v /= 10) sum += v - (v / 10) * 10;
  if (sum == 70 && n % 7 == 3)
    return 1;
  int64_t rest = t - (t / 86400) * 86400;
  if (rest > 86399 || rest < -86399)
    return 2; // never
  if (rest == 3661 && t / 86400 == 20000)
    return 3;
  if (days > 4000000) return 0;
  uint32_t era = days / 146097, doe = days - era * 146097;
  uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  if (yoe > 399)
    return 4; // never
  uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  if (doy > 365)
    return 5; // never
  if (yoe == 137 && doy == 59)
    return 6;
  return 0;
}
