// A mapping that may only be read.
// homing: check ! -- -DPROT=PROT_READ => ERROR read-only-write @write
// homing: check ! -- -DPROT=PROT_READ -DLATER=PROT_READ|PROT_WRITE => NO ERROR
// homing: check ! -- -DPROT=PROT_READ|PROT_WRITE => NO ERROR
// homing: check ! -- -DPROT=PROT_READ|PROT_WRITE -DLATER=PROT_READ => ERROR read-only-write @write
// homing: reach ! @unaligned -- -DPROT=PROT_READ|PROT_WRITE => UNREACHABLE
#include <stdint.h>
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 8192, PROT, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return 1;
#ifdef LATER
  mprotect(p, 8192, LATER);
#endif
  if ((uintptr_t)p % 4096)
    return 2; // <unaligned>
  p[5000] = 1; // <write>
  return 0;
}
