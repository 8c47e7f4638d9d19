// Initial values of globals: nested, with addresses.
// homing: reach @right => REACHED
// homing: reach @wrong => UNREACHABLE
struct entry {
  const char *name;
  int *value;
  struct {
    short low, high;
  } range[2];
};
static int speed = 4, size = 6;
static struct entry entries[] = {{"speed", &speed, {{1, 2}, {3, 4}}}, {"size", &size, {{-1, -2}, {5}}}};
static struct entry *const last = &entries[1];
static int untouched[100];
int main(void) {
  if (last->name[1] == 'i' && *last->value == 6 && last->range[0].high == -2 && last->range[1].high == 0 && untouched[99] == 0 &&
      *entries[0].value + entries[0].range[1].low == 7)
    return 1; // <right>
  return 0; // <wrong>
}
