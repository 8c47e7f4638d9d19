// A field of a null structure.
// homing: check => ERROR null @bad

#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int pad[4];
  struct node *next;
  int value;
};
int main(void) {
  struct node last = {{0}, NULL, 4}, first = {{0}, &last, 3}, *p = &first;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 2 && i < n; i++)
    p = p->next;
  return p->value; // <bad>
}
