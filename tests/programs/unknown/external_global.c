// A global that is defined elsewhere can hold anything, but one thing at a time.
// homing: reach @inside => UNREACHABLE
// homing: reach @value => REACHED (interpreter)
// homing: reach @outside => REACHED
extern int settings;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3)
    return 1; // <outside>
  if (settings == 4 && settings == 5)
    return 2; // <inside>
  if (settings == 6)
    return 3; // <value>
  return 0;
}
