/* The small C library, as one unit. */
#include "types.h"

#include "string.c"
#include "ctype.c"
#include "stdlib.c"
#include "random.c"
#include "math.c"
#include "cxx.c"
#include "stdio.c"
