// Figure 1 of *Multi-pass targeted dynamic symbolic execution*: the error is behind exactly W rounds.
// homing: reach ! error:null --techniques auto,summaries -- -DW0=1000 => REACHED
// homing: reach ! error:null --techniques auto,summaries -- -DW0=1000000 => REACHED
#include <homing.h>
#ifndef W0
#define W0 1000
#endif
int main(void) {
  int W = homing_any_int(), x = 0, i = 0, *p = &x;
  while (i < W)
    i++;
  if (i == W0)
    p = 0;
  *p = 7;
  return x;
}
