// One end of a connection: what is done with a message is found in a table of callbacks by state and by kind of message. After greeting, proof
// and data the keys can be changed; a new key that is the same as the old one, made in another way, is noticed while data is on its way.
// homing: reach ! @reused => REACHED
#include <klee/klee.h>

enum state { IDLE, GREETED, KEYED, OPEN, CLOSED, STATES };
enum kind { HELLO, KEY, DATA, ACK, RENEW, BYE, KINDS };

struct message {
  unsigned char kind, a, b;
};

struct peer {
  enum state state;
  unsigned char suite, nonce, share, key;
  unsigned char sent, confirmed;
  int bad;
};

static unsigned char derive(unsigned char share, unsigned char nonce, int rounds) {
  unsigned char key = share;
  for (int i = 0; i < rounds; i++) {
    if (key & 1)
      key = key >> 1 ^ 0xb8;
    else
      key = key >> 1;
    key += nonce;
  }
  return key;
}

static int outstanding(const struct peer *p) { return (unsigned char)(p->sent - p->confirmed); }

static enum state refuse(struct peer *p, const struct message *m) {
  p->bad += m->kind != BYE;
  return p->bad > 2 ? CLOSED : p->state;
}

static enum state on_hello(struct peer *p, const struct message *m) {
  unsigned char version = m->a >> 4;
  if (version < 2 || version > 3)
    return CLOSED;
  p->suite = m->a & 15;
  p->nonce = m->b;
  return p->suite < 4 ? GREETED : IDLE;
}

static enum state on_key(struct peer *p, const struct message *m) {
  unsigned char key = derive(m->a, p->nonce, 2);
  if (m->a == 0 || (key & 15) != m->b)
    return refuse(p, m);
  p->share = m->a;
  p->key = key;
  return KEYED;
}

static enum state on_first(struct peer *p, const struct message *m) {
  if (m->a != p->nonce)
    return refuse(p, m);
  p->sent = m->b;
  p->confirmed = m->b;
  return OPEN;
}

static enum state on_data(struct peer *p, const struct message *m) {
  if (m->a != (unsigned char)(p->sent + 1) || (m->b ^ p->key) == 0)
    return refuse(p, m);
  if (outstanding(p) < 4)
    p->sent++;
  return OPEN;
}

static enum state on_ack(struct peer *p, const struct message *m) {
  unsigned char ahead = m->a - p->confirmed;
  if (ahead == 0 || ahead > outstanding(p))
    return refuse(p, m);
  p->confirmed = m->a;
  return OPEN;
}

static int replace(struct peer *p, unsigned char share, unsigned char nonce) {
  unsigned char key = derive(share, nonce, p->suite);
  if (key == p->key && p->suite == 3 && outstanding(p) == 1)
    return 0; // <reused>
  p->key = key;
  p->share = share;
  p->nonce = nonce;
  return 1;
}

static enum state on_renew(struct peer *p, const struct message *m) {
  if (m->a == p->share || m->b == p->nonce || m->b == 0)
    return refuse(p, m);
  return replace(p, m->a, m->b) ? KEYED : CLOSED;
}

static enum state on_bye(struct peer *p, const struct message *m) { return m->a == p->sent ? CLOSED : refuse(p, m); }

typedef enum state (*callback)(struct peer *, const struct message *);

static const callback table[STATES][KINDS] = {
    [IDLE] = {on_hello, refuse, refuse, refuse, refuse, refuse},
    [GREETED] = {on_hello, on_key, refuse, refuse, refuse, on_bye},
    [KEYED] = {refuse, refuse, on_first, refuse, refuse, on_bye},
    [OPEN] = {refuse, refuse, on_data, on_ack, on_renew, on_bye},
    [CLOSED] = {refuse, refuse, refuse, refuse, refuse, refuse},
};

static int receive(struct peer *p, const struct message *m) {
  if (m->kind >= KINDS)
    return 0;
  p->state = table[p->state][m->kind](p, m);
  return p->state != CLOSED;
}

int main(void) {
  struct peer p = {IDLE, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 6; i++) {
    struct message m;
    klee_make_symbolic(&m, sizeof m, "message");
    if (!receive(&p, &m))
      return 1;
  }
  return 0;
}
