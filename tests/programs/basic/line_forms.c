// A target line may hold any kind of statement.
// homing: reach @decl @call @ret @cond @incr @else => REACHED, REACHED, REACHED, REACHED, REACHED, REACHED
extern int __VERIFIER_nondet_int(void);
static int twice(int v) {
  return v + v; // <ret>
}
int main(void) {
  int x = __VERIFIER_nondet_int(); // <decl>
  twice(x); // <call>
  for (int i = 0;
       i < (x & 3); // <cond>
       i++) // <incr>
    x -= 8;
  if (x > 100)
    return 1;
  else
    return 2; // <else>
}
