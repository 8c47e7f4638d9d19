// A session over eight messages. Every message carries a check byte; bad ones are counted and answered, and too many of them drop the session.
// homing: reach ! @forfeit => REACHED
#include <klee/klee.h>

#define MESSAGES 8

enum kind { HELLO = 1, TOKEN, OPEN, DATA, ACK, SHUT };
enum state { IDLE, GREETED, TRUSTED, STREAM, CLOSED };

struct message {
  unsigned char kind;
  unsigned char body;
  unsigned char check;
};

struct session {
  enum state state;
  unsigned char nonce;
  int pending;
  int total;
  int bad;
};

int lost;

static unsigned char checksum(unsigned char kind, unsigned char body) {
  unsigned char sum = 0x3c;
  sum = (unsigned char)((sum << 1 | sum >> 7) ^ kind);
  sum = (unsigned char)((sum << 1 | sum >> 7) + body);
  return sum;
}

static void settle(struct session *s, unsigned char body) {
  if (s->pending == 2 && body == 0) {
    s->total = 0;
  } else if (s->pending == 2 && s->total + body == 77) {
    lost = s->total; // <forfeit>
  }
  s->pending = 0;
}

static void stream(struct session *s, const struct message *m) {
  switch (m->kind) {
  case DATA:
    if (s->pending >= 3) {
      s->state = CLOSED;
      return;
    }
    s->pending++;
    s->total += m->body & 0x1f;
    break;
  case ACK:
    if (s->pending)
      s->pending--;
    break;
  case SHUT:
    settle(s, m->body);
    s->state = CLOSED;
    break;
  default:
    s->bad++;
  }
}

static void receive(struct session *s, const struct message *m) {
  if (checksum(m->kind, m->body) != m->check) {
    s->bad++;
    return;
  }
  switch (s->state) {
  case IDLE:
    if (m->kind == HELLO) {
      s->nonce = m->body;
      s->state = GREETED;
    }
    break;
  case GREETED:
    if (m->kind == TOKEN && (unsigned char)(s->nonce + m->body) == 0xa5)
      s->state = TRUSTED;
    else
      s->state = IDLE;
    break;
  case TRUSTED:
    if (m->kind == OPEN && m->body < 4)
      s->state = STREAM;
    break;
  case STREAM:
    stream(s, m);
    break;
  default:
    break;
  }
}

static int serve(const struct message *m) {
  struct session s = {IDLE, 0, 0, 0, 0};
  for (int i = 0; i < MESSAGES; i++) {
    receive(&s, &m[i]);
    if (s.bad > 1 || s.state == CLOSED)
      break;
  }
  return s.bad;
}

int main(void) {
  struct message m[MESSAGES];
  klee_make_symbolic(m, sizeof m, "messages");
  return serve(m);
}
