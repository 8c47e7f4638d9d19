// An uninitialised local keeps its value: it does not change between two reads.
// homing: reach @differs => UNREACHABLE
int main(void) {
  int x;
  int a = x;
  int b = x;
  if (a != b)
    return 1; // <differs>
  return 0;
}
