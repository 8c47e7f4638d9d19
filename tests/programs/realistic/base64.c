// Decoding undoes encoding.
// homing: reach @text => REACHED
// homing: reach @differs => UNREACHABLE
#include <klee/klee.h>
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int value(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned w = in[0] << 16 | in[1] << 8 | in[2];
  char out[4];
  for (int i = 0; i < 4; i++)
    out[i] = digits[w >> (18 - 6 * i) & 63];
  if (out[0] == 'S' && out[1] == 'G' && out[2] == 'k' && out[3] == 'h')
    w = w; // <text>
  int first = value(out[0]);
  if (first != in[0] >> 2)
    return 1; // <differs>
  return 0;
}
