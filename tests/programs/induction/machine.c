// A machine with any number of events and a state that it never comes to.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define NEXT 3
#else
#define NEXT 2
#endif
struct machine {
  int state, events;
};
static void step(struct machine *m, int event) {
  m->events++;
  switch (m->state) {
  case 0:
    if (event == 1)
      m->state = 1;
    break;
  case 1:
    m->state = event == 7 ? NEXT : 0;
    break;
  case 2:
    if (event < 0)
      m->state = 4;
    break;
  case 4:
    m->state = 0;
    break;
  }
}
int main(void) {
  struct machine m = {0, 0};
  for (;;) {
    int event = homing_any_int();
    if (event == 100)
      break;
    step(&m, event);
    if (m.state == 3)
      return 1; // <target>
  }
  return 0;
}
