// A normal return from main runs the exit handlers too; an exit code is cut to a byte.
#include <stdlib.h>
extern void homing_output(unsigned long long);
static int state = 1;
static void last(void) { homing_output(state); }
int main(void) { atexit(last); state = 2; return 0x1234; }
