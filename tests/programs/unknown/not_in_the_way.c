// A loss on a path that cannot matter: the target is before it, or nowhere.
// homing: reach @early => REACHED
int mystery(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 123)
    x = 4; // <early>
  mystery(x);
  return 0;
}
