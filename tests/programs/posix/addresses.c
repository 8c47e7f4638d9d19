// Addresses of the network as texts: what is taken and what is written is what the machine's library has.
// homing: reach ! @end => REACHED
// homing: reach ! @end @space @never -- -DANY => REACHED, REACHED, UNREACHABLE
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <homing.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <string.h>

static int is(const void *address, int family, const char *text) {
  char out[64];
  return !strcmp(inet_ntop(family, address, out, sizeof out), text);
}

int main(void) {
  struct in_addr a = {0};
  struct in6_addr six;
  char out[8];
#ifdef ANY
  char text[] = "1.2.3.45";
  homing_symbolic(text + 6, 2, "text");
  if (inet_aton(text, &a)) {
    assert(a.s_addr % 65536 == 0x0201);
    if (text[7] == ' ')
      return 1; // <space>
    if (text[6] == ' ')
      return 2; // <never>
  }
#endif
  assert(inet_pton(AF_INET, "9.9.9", &a) == 0 && inet_pton(AF_INET, "1.2.3.04", &a) == 0);
#ifndef ANY
  assert(a.s_addr == 0);
#endif
  assert(inet_pton(AF_INET, "1.2.3.4", &a) == 1 && is(&a, AF_INET, "1.2.3.4"));
  assert(inet_aton("1.2.3.4 x", &a) && inet_aton("0x7f.1", &a) && is(&a, AF_INET, "127.0.0.1") && !inet_aton("1.2.3.4x", &a));
  assert(inet_pton(AF_INET6, "::1.2.3.4", &six) == 1 && is(&six, AF_INET6, "::1.2.3.4"));
  assert(inet_pton(AF_INET6, "::ffff:1.2.3.4", &six) == 1 && is(&six, AF_INET6, "::ffff:1.2.3.4"));
  assert(inet_pton(AF_INET6, "1:0:0:2:0:0:0:3", &six) == 1 && is(&six, AF_INET6, "1:0:0:2::3"));
  assert(inet_pton(AF_INET6, "1::2::3", &six) == 0 && is(&six, AF_INET6, "1:0:0:2::3"));
  assert(inet_pton(AF_INET6, "::", &six) == 1 && is(&six, AF_INET6, "::") && !inet_ntop(AF_INET6, "1234567890123456", out, 8));
  assert(inet_addr("1") == htonl(1) && inet_addr("256.1.1.1") == INADDR_NONE);
  assert(inet_network("1.2") == 0x102 && inet_network("0x10.010") == 0x1008 && inet_network("256") == INADDR_NONE);
  a.s_addr = htonl(0x7f000001);
  assert(inet_netof(a) == 127 && inet_lnaof(a) == 1 && inet_makeaddr(127, 1).s_addr == a.s_addr);
  assert(!strcmp(ether_ntoa(ether_aton("1:02:3:4:5:Fa")), "1:2:3:4:5:fa") && !ether_aton("1:2:3"));
  assert(!strcmp(hstrerror(1), "Unknown host") && gai_strerror(EAI_NONAME)[5] == 'o');
  return 0; // <end>
}
