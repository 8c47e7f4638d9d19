// The model's clock stands at a fixed time: what depends on it is not proved.
// homing: reach ! --arg x @late => UNKNOWN "time of day"
#include <time.h>

int main(void) {
  if (time(0) > 4102444800) // the year 2100
    return 1; // <late>
  return 0;
}
