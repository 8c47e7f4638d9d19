// Binary search in a sorted table: every key is found, no other is.
// homing: reach @found => REACHED
// homing: reach @wrong => UNREACHABLE
// homing: check --check overflow => NO ERROR
extern int __VERIFIER_nondet_int(void);
static const int keys[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
enum { N = sizeof keys / sizeof *keys };
static int find(int k) {
  int lo = 0, hi = N;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (keys[mid] == k)
      return mid;
    if (keys[mid] < k)
      lo = mid + 1;
    else
      hi = mid;
  }
  return -1;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  int at = find(k);
  if (at == 8)
    return 1; // <found>
  if (at >= 0 && keys[at] != k)
    return 2; // <wrong>
  if (at < 0)
    for (int i = 0; i < N; i++)
      if (keys[i] == k)
        return 3;
  return 0;
}
