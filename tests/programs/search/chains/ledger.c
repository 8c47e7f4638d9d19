// Accounts in a linked list: commands add and change them, and at the end the list is audited. The audit counts along the list, and only
// a list of a certain shape fails it.
// homing: reach ! @fraud => REACHED
#include <klee/klee.h>

struct account {
  unsigned char number, flags;
  short balance;
  struct account *next;
};

static struct account pool[5];
static int used;

static struct account *add(struct account *head, unsigned char number) {
  struct account *a = &pool[used++];
  a->number = number;
  a->flags = 0;
  a->balance = 0;
  a->next = head;
  return a;
}

static struct account *find(struct account *head, unsigned char number) {
  for (struct account *a = head; a; a = a->next)
    if (a->number == number)
      return a;
  return 0;
}

static int weigh(const struct account *a) {
  int w = 0;
  for (int i = 0; i < 8; i++)
    if (a->flags >> i & 1)
      w += i;
  return w;
}

static int audit(const struct account *head) {
  int last = 256;
  for (const struct account *a = head; a; a = a->next) {
    if (a->number >= last)
      return 0;
    last = a->number;
    if (weigh(a) == 13 && a->balance < 0 && a->next && a->next->balance == -a->balance)
      return 1; // <fraud>
  }
  return 0;
}

int main(void) {
  struct account *list = 0;
  for (int i = 0; i < 6; i++) {
    unsigned char command = klee_range(0, 4, "command"), number = klee_range(0, 256, "number");
    short amount = klee_range(-1000, 1000, "amount");
    struct account *a = find(list, number);
    if (command == 0 && !a && used < 5)
      list = add(list, number);
    else if (command == 1 && a)
      a->balance += amount;
    else if (command == 2 && a)
      a->flags ^= (unsigned char)amount;
    else if (command == 3 && audit(list))
      return 1;
  }
  return 0;
}
