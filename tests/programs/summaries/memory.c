// Counters and sums in memory: globals, members, what a pointer leads to, a counter that a callee or another name writes.
// homing: reach ! @global @member @alias @callee @pointer @half --summaries on => UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE
// homing: reach ! @global --summaries on -- -DGLOBAL=1 => REACHED
// homing: reach ! @member --summaries on -- -DMEMBER=1 => REACHED
// homing: reach ! @alias --summaries on -- -DALIAS=1 => REACHED
// homing: reach ! @callee --summaries on -- -DCALLEE=1 => REACHED
// homing: reach ! @pointer --summaries on -- -DPOINTER=1 => REACHED
// homing: reach ! @half --summaries on -- -DHALF=1 => REACHED
#include <homing.h>
// With one of them 1 it is one too many.
#ifndef GLOBAL
#define GLOBAL 0
#endif
#ifndef MEMBER
#define MEMBER 0
#endif
#ifndef ALIAS
#define ALIAS 0
#endif
#ifndef CALLEE
#define CALLEE 0
#endif
#ifndef POINTER
#define POINTER 0
#endif
#ifndef HALF
#define HALF 0
#endif
unsigned count;
static struct {
  short pad;
  unsigned i;
  unsigned long sum;
} s;
static void bump(unsigned *p) { (*p)++; }
static unsigned char bytes[1000001];
int main(void) {
  unsigned n = homing_any_uint(), m = homing_any_uint();
  if (n > 1000000)
    return 0;
  for (count = 0; count < n; count++)
    ;
  if (count != n + GLOBAL)
    return 1; // <global>
  for (s.i = 0; s.i != n; s.i++)
    s.sum += 3;
  if (s.sum != 3ul * n + MEMBER)
    return 2; // <member>
  // The counter is written under another name, too: two steps in one round.
  unsigned i = 0, *p = m == 7 ? &i : &count;
  count = 0;
  if (n % 2 == 0) {
    while (i < n) {
      (*p)++;
      i++;
    }
    if (i != n || count + ALIAS != (m == 7 ? 0 : n))
      return 3; // <alias>
  }
  unsigned c = 0;
  while (c < n)
    bump(&c);
  if (c != n + CALLEE)
    return 4; // <callee>
  unsigned char *q = bytes, *end = bytes + n;
  while (q != end)
    q++;
  if (q - bytes != n + POINTER)
    return 5; // <pointer>
  // A sum of eight bytes that begins as zeros, of which only some are ever seen to change.
  s.sum = 0xfffffff0;
  for (i = 0; i < n; i++)
    s.sum++;
  if (s.sum != 0xfffffff0ul + n + HALF)
    return 6; // <half>
  return 0;
}
