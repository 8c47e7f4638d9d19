// Globals with contents and addresses, structures by value, pointers to functions, variadic calls.
struct pair {
  char tag;
  long value;
};
static const short table[3] = {1, -1, 300};
struct pair here = {'h', 7}, *there = &here;
int printf(const char *, ...);
static long get(struct pair p) { return p.value + table[p.tag & 1]; }
long (*how)(struct pair) = get;
long use(struct pair *p, int i) {
  struct pair copy = *p;
  copy.tag += (char)i;
  printf("%d\n", i);
  return how(copy) + there->value;
}
