// There is one thread; what starts another one ends the path by its name.
// homing: reach @behind -- => UNKNOWN "starting a thread"
// homing: reach @alone -- => REACHED
#include <klee/klee.h>
#include <pthread.h>

static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *p) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return p;
}

int main(void) {
  pthread_t thread;
  if (klee_int("x") == 7) {
    work(0);
    return shared; // <alone>
  }
  if (pthread_create(&thread, 0, work, 0))
    return 1;
  pthread_join(thread, 0);
  return shared; // <behind>
}
