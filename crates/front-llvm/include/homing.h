/* homing.h: inputs, assumptions and targets for programs analysed with Homing.
 *
 * Every function below is provided by the engine when the program is analysed, and by Homing's replay runtime when it
 * is run natively. */
#ifndef HOMING_H
#define HOMING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the `size` bytes at `object` an input of the program, called `name` in reports. */
void homing_symbolic(void *object, size_t size, const char *name);

/* Only runs in which `condition` is not zero matter from here on. */
void homing_assume(unsigned long condition);

/* A run in which `condition` is zero is an error. */
void homing_assert(unsigned long condition);

/* An input called `name` with low <= value < high. */
int homing_range(int low, int high, const char *name);

/* A fresh input of the type in the function's name. */
#ifdef __cplusplus
bool homing_any_bool(void);
#else
_Bool homing_any_bool(void);
#endif
char homing_any_char(void);
signed char homing_any_schar(void);
unsigned char homing_any_uchar(void);
short homing_any_short(void);
unsigned short homing_any_ushort(void);
int homing_any_int(void);
unsigned int homing_any_uint(void);
long homing_any_long(void);
unsigned long homing_any_ulong(void);
long long homing_any_longlong(void);
unsigned long long homing_any_ulonglong(void);
size_t homing_any_size_t(void);
float homing_any_float(void);
double homing_any_double(void);

/* A target: `--target any` looks for a run that comes here. The run goes on. */
void homing_reach(void);

/* An error of the program: the run ends here. */
void homing_error(void);

/* Adds a number to what the run observably produces. */
void homing_output(unsigned long long value);

#ifdef __cplusplus
}
#endif

#endif
