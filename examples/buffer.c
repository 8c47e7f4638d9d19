/* A ring buffer with a mistake: `homing check examples/buffer.c` finds the input that shows it. */
#include <homing.h>
#include <stdlib.h>

struct ring {
  int size, head, count;
  int *slots;
};

static struct ring *make(int size) {
  struct ring *r = malloc(sizeof *r);
  r->size = size;
  r->head = r->count = 0;
  r->slots = malloc(size * sizeof *r->slots);
  return r;
}

static int push(struct ring *r, int v) {
  if (r->count > r->size) /* should be >= */
    return 0;
  r->slots[r->head + r->count++] = v;
  return 1;
}

int main(void) {
  struct ring *r = make(homing_range(1, 5, "size"));
  int pushes = homing_range(0, 6, "pushes");
  for (int i = 0; i < pushes; i++)
    push(r, i);
  free(r->slots);
  free(r);
  return 0;
}
