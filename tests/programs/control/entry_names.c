// An entry whose name the replay runtime uses itself, an input of a type that only this program names, a constructor.
// homing: reach @hit --entry take => REACHED
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_weird(void);
static int ready;
__attribute__((constructor)) void before(void) { ready = 4; }
int take(void) {
  if (__VERIFIER_nondet_int() == 5 && ready == 4 && __VERIFIER_nondet_weird() == 7)
    return 1; // <hit>
  return 0;
}
int main(void) { return 3; }
