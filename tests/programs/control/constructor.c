// Constructors run before main.
// homing: reach @set => REACHED
// homing: reach @unset => UNREACHABLE
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(void) {
  if (ready)
    return 1; // <set>
  return 0; // <unset>
}
