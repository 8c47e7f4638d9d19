// Code behind a return, after a call that never comes back, and in a function that nobody calls.
// homing: reach @after @nocall => UNREACHABLE, UNREACHABLE
#include <stdlib.h>
void nobody(void);
static void stop(void) { exit(3); }
int main(void) {
  stop();
  return 4; // <after>
}
void nobody(void) {
  exit(5); // <nocall>
}
