// A kettle: a sensor reading and a mode byte decide whether the relay is cut.
// homing: reach ! @scald => REACHED
#include <klee/klee.h>

int cut;
int polls;

static void relay(int heat, unsigned char mode) {
  if (heat > 140 && (mode ^ 0x5a) == 0x11) {
    cut = heat; // <scald>
  }
}

static int thermostat(int raw, unsigned char mode) {
  int heat = raw * 3 - 20;
  if (heat < 0)
    return 0;
  if (mode & 1)
    relay(heat, mode);
  return heat;
}

static int poll(int raw, unsigned char mode) {
  polls++;
  return raw < 60 ? thermostat(raw, mode) : 60;
}

int main(void) {
  signed char raw;
  unsigned char mode;
  klee_make_symbolic(&raw, sizeof raw, "raw");
  klee_make_symbolic(&mode, sizeof mode, "mode");
  return poll(raw, mode) > 100;
}
