// C of another time: pointers to other types, returns that do not fit, functions of other types, nothing declared.
// homing: reach @hit -- -std=gnu17 => REACHED
// homing: reach @never -- -std=gnu17 => UNREACHABLE
// homing: check -- -std=gnu89 => ERROR abort @hit
struct wide { int high, low; };
struct pair { int first, second; };
typedef int (*compare)();

static less(a, b) struct pair *a, *b; { return a->first < b->first; }
void nothing() { return 3; }
static something() { return; }

static choose(f, a, b) compare f; char *a, *b; {
  int *p = a;
  nothing();
  something();
  return f(p, b);
}

main() {
  struct wide w = {1, 2};
  struct pair *p = &w;
  void (*any)() = less;
  struct pair q;
  q.first = __VERIFIER_nondet_int();
  q.second = 0;
  if (p->second != 2)
    return 2; // <never>
  if (any && choose(less, p, &q)) {
    if (q.first == 17)
      abort(); // <hit>
  }
  return 0;
}
