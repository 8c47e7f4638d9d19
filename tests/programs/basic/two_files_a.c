// Two files of one program; the second is added by the runner.
// homing: reach two_files_b.c:@secret +two_files_b.c => REACHED
// homing: reach helper() +two_files_b.c => REACHED
// homing: reach @here +two_files_b.c => REACHED
int helper(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (helper(__VERIFIER_nondet_int()) == 12)
    return 1; // <here>
  return 0;
}
