// Lines in static and inline functions, used from several places.
// homing: reach @first @second => REACHED, REACHED
extern int __VERIFIER_nondet_int(void);
static inline int clamp(int v, int lo, int hi) {
  if (v < lo)
    return lo; // <first>
  if (v > hi)
    return hi; // <second>
  return v;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  return clamp(v, -10, 100) + clamp(5, 0, 10);
}
