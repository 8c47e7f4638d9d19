// Packets arrive in pieces: each goes into a list that is sorted by offset, overlaps are cut, and when nothing is missing the message is checked.
// The check goes through the list and fails for a message of three pieces with a certain sum.
// homing: reach ! @forged => REACHED
#include <klee/klee.h>

enum { PIECES = 6, TOTAL = 24 };

struct piece {
  unsigned char offset, length, data;
  struct piece *next;
};

struct message {
  struct piece *first;
  int pieces, last_seen, dropped;
  unsigned char end;
};

static struct piece pool[PIECES];
static int used;

static struct piece *take(unsigned char offset, unsigned char length, unsigned char data) {
  if (used == PIECES)
    return 0;
  struct piece *p = &pool[used++];
  p->offset = offset;
  p->length = length;
  p->data = data;
  p->next = 0;
  return p;
}

// What the piece before it has already is cut off.
static int trim(const struct piece *before, struct piece *p) {
  if (!before)
    return 1;
  int end = before->offset + before->length;
  if (end <= p->offset)
    return 1;
  if (end >= p->offset + p->length)
    return 0;
  p->length -= end - p->offset;
  p->offset = end;
  return 1;
}

static int link_in(struct message *m, struct piece *p) {
  struct piece *before = 0, **at = &m->first;
  while (*at && (*at)->offset < p->offset) {
    before = *at;
    at = &(*at)->next;
  }
  if (!trim(before, p))
    return 0;
  if (*at && p->offset + p->length > (*at)->offset)
    return 0;
  p->next = *at;
  *at = p;
  m->pieces++;
  return 1;
}

static int is_complete(const struct message *m) {
  int end = 0;
  for (const struct piece *p = m->first; p; p = p->next) {
    if (p->offset != end)
      return 0;
    end += p->length;
  }
  return m->last_seen && end == m->end;
}

static unsigned char fold(unsigned char sum, unsigned char data) {
  for (int i = 0; i < 4; i++) {
    int top = (sum ^ data) & 8;
    sum = sum << 1 & 15;
    data <<= 1;
    if (top)
      sum ^= 3;
  }
  return sum;
}

static int check(const struct message *m) {
  unsigned char sum = 0;
  int n = 0;
  for (const struct piece *p = m->first; p; p = p->next) {
    sum = fold(sum, p->data);
    n++;
    if (p->length < 4)
      return 0;
  }
  if (n == 3 && sum == 11 && m->dropped == 1)
    return 1; // <forged>
  return 0;
}

static int deliver(struct message *m, int verify) {
  if (!is_complete(m))
    return 0;
  return verify ? check(m) : m->pieces;
}

static int receive(struct message *m, unsigned char offset, unsigned char length, unsigned char flags, unsigned char data) {
  if (length == 0 || offset + length > TOTAL)
    return 0;
  if (flags & 1) {
    if (m->last_seen)
      return 0;
    m->last_seen = 1;
    m->end = offset + length;
  }
  struct piece *p = take(offset, length, data);
  if (!p)
    return 0;
  if (!link_in(m, p)) {
    m->dropped++;
    return 0;
  }
  if (flags & 2)
    return deliver(m, 0) < 0;
  return flags & 4 ? deliver(m, 1) : 0;
}

int main(void) {
  struct message m = {0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    unsigned char in[4];
    klee_make_symbolic(in, sizeof in, "packet");
    if (receive(&m, in[0], in[1], in[2], in[3]) > 0)
      return 1;
  }
  return 0;
}
