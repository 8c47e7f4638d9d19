// A machine with a stack of values and a stack of frames runs a program of bytes, the operation in the high half and its operand in the low one.
// A subroutine that takes too much from the stack is refused when it returns; one way of taking, in an inner subroutine, is handled apart.
// homing: reach ! --seed 2 @stolen => REACHED
#include <klee/klee.h>

enum { LENGTH = 10, VALUES = 6, FRAMES = 3, CELLS = 4, FUEL = 16 };

enum operation { HALT, PUSH, COPY, ADD, MULTIPLY, STORE, FETCH, SKIP, CALL, RETURN, INPUT };
enum result { RUNNING, STOPPED, FAULT };

struct frame {
  int back, height;
};

struct machine {
  unsigned char code[LENGTH], input;
  unsigned char values[VALUES], cells[CELLS];
  struct frame frames[FRAMES];
  int at, height, depth;
};

static enum result push(struct machine *m, unsigned char value) {
  if (m->height == VALUES)
    return FAULT;
  m->values[m->height++] = value;
  return RUNNING;
}

static enum result arithmetic(struct machine *m, enum operation operation) {
  if (m->height < 2)
    return FAULT;
  unsigned char b = m->values[--m->height], a = m->values[--m->height];
  return push(m, operation == ADD ? a + b : a * b);
}

static enum result store(struct machine *m, int cell) {
  if (m->height == 0 || cell >= CELLS)
    return FAULT;
  m->cells[cell] = m->values[--m->height];
  return RUNNING;
}

static enum result skip(struct machine *m, int over) {
  if (m->height == 0)
    return FAULT;
  if (m->values[--m->height] == 0)
    m->at += over;
  return RUNNING;
}

static enum result enter(struct machine *m, int to) {
  if (m->depth == FRAMES)
    return FAULT;
  struct frame *f = &m->frames[m->depth++];
  f->back = m->at;
  f->height = m->height;
  m->at = to;
  return RUNNING;
}

// What is missing of the values that were there on entry is made up from a cell, if it has what is due.
static enum result restore(struct machine *m, const struct frame *f) {
  int missing = f->height - m->height;
  if (missing == 2 && m->depth == 1 && m->cells[1] == 36)
    return FAULT; // <stolen>
  while (m->height < f->height)
    m->values[m->height++] = m->cells[0];
  return RUNNING;
}

static enum result leave(struct machine *m, int keep) {
  if (m->depth == 0)
    return STOPPED;
  const struct frame *f = &m->frames[--m->depth];
  m->at = f->back;
  if (m->height < f->height)
    return restore(m, f);
  if (m->height > f->height + keep)
    m->height = f->height + keep;
  return RUNNING;
}

static enum result step(struct machine *m) {
  unsigned char c = m->code[m->at++];
  int operand = c & 15;
  switch (c >> 4) {
  case PUSH:
    return push(m, operand);
  case COPY:
    return m->height == 0 ? FAULT : push(m, m->values[m->height - 1]);
  case ADD:
  case MULTIPLY:
    return arithmetic(m, c >> 4);
  case STORE:
    return store(m, operand);
  case FETCH:
    return operand < CELLS ? push(m, m->cells[operand]) : FAULT;
  case SKIP:
    return skip(m, operand);
  case CALL:
    return enter(m, operand);
  case RETURN:
    return leave(m, operand);
  case INPUT:
    return push(m, m->input);
  default:
    return STOPPED;
  }
}

static enum result run(struct machine *m) {
  for (int fuel = FUEL; fuel > 0; fuel--) {
    if (m->at >= LENGTH)
      return FAULT;
    enum result r = step(m);
    if (r != RUNNING)
      return r;
  }
  return STOPPED;
}

int main(void) {
  struct machine m = {.input = 0, .values = {0}, .cells = {0}, .at = 0, .height = 0, .depth = 0};
  klee_make_symbolic(m.code, sizeof m.code, "code");
  klee_make_symbolic(&m.input, sizeof m.input, "input");
  return run(&m) == FAULT;
}
