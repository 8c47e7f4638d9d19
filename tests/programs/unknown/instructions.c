// A limit of instructions ends the run.
// homing: reach @far --max-instructions 1000 => UNKNOWN "instruction"
int main(void) {
  volatile unsigned s = 0;
  for (unsigned i = 0; i < 100000; i++)
    s += i;
  if (s == 704982704)
    return 1; // <far>
  return 0;
}
