// What the kernel hands out is no heap block, and has ends.
// homing: check ! --arg x --env A=1 -- -DWHAT=free(argv) => ERROR invalid-free @here
// homing: check ! --sym-arg 2 -- -DWHAT=free(argv[1]) => ERROR invalid-free @here
// homing: check ! --sym-env A=2 -- -DWHAT=free(environ[0]) => ERROR invalid-free @here
// homing: check ! --arg x -- -DWHAT=realloc(argv[1],9) => ERROR invalid-free @here
// homing: check ! -- -DWHAT=free(page()) => ERROR invalid-free @here
// homing: check ! --arg x -- -DWHAT=argv[3]=0 => ERROR out-of-bounds @here (interpreter)
// homing: check ! --arg x --env A=1 -- -DWHAT=environ[2]=0 => ERROR out-of-bounds @here (interpreter)
// homing: check ! --arg x -- -DWHAT=free(strdup(argv[1])) => NO ERROR
// homing: check ! --arg x -- -DWHAT=setenv("A",argv[1],1) => NO ERROR
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *page(void) { return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

int main(int argc, char **argv) {
  char *unused = page();
  unused[4095] = 1;
  munmap(unused, 4096);
  WHAT; // <here>
  return 0;
}
