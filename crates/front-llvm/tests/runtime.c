/* Native side of the programs' reports. */
#include <stdio.h>
void homing_output(unsigned long long value) { printf("%llu\n", value); }
