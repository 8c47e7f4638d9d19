// Every type that programs of SV-COMP ask for.
// homing: reach @all => REACHED
// homing: reach @bool => UNREACHABLE
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  if (b > 1)
    return 1; // <bool>
  if (b && __VERIFIER_nondet_char() == 'x' && __VERIFIER_nondet_uchar() == 255 && __VERIFIER_nondet_short() == -2 &&
      __VERIFIER_nondet_ushort() == 65534 && __VERIFIER_nondet_int() == -3 && __VERIFIER_nondet_uint() == 4000000000u &&
      __VERIFIER_nondet_long() == -4 && __VERIFIER_nondet_ulong() == ~0ul && __VERIFIER_nondet_longlong() == 5 &&
      __VERIFIER_nondet_ulonglong() == 6 && __VERIFIER_nondet_size_t() == 7)
    return 2; // <all>
  return 0;
}
