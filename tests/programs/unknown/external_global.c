// The contents of a global that is defined elsewhere are not known.
// homing: reach @inside => UNKNOWN "settings"
// homing: reach @outside => REACHED
extern int settings;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3)
    return 1; // <outside>
  if (settings == 4 && settings == 5)
    return 2; // <inside>
  return 0;
}
