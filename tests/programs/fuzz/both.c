/* Neither fuzzing alone nor exploring without joining states comes there: the text is long, and each character is one path more for whoever explores all; the number behind
 * it is a question for a solver, and no input is nearer to its answer than any other. */
#include "homing.h"
#include <string.h>

static unsigned mixed(unsigned v) {
  v ^= v >> 15;
  v *= 0x2c1b3c6du;
  v ^= v >> 12;
  v *= 0x297a2d39u;
  return v ^ v >> 15;
}

int main(void) {
  unsigned char text[40];
  unsigned key;
  homing_symbolic(text, sizeof text, "text");
  homing_symbolic(&key, sizeof key, "key");
  int words = 0, inside = 0, vowels = 0;
  for (int i = 0; i < 40; i++) {
    int letter = text[i] >= 'a' && text[i] <= 'z';
    words += letter && !inside;
    inside = letter;
    if (letter && strchr("aeiou", text[i]))
      vowels++;
  }
  if (words != 9 || vowels != 7)
    return 0;
  if (mixed(key) == 0x7ab1c5e9u + (unsigned)text[3])
    return 1; // <there>
  return 2;
}
// homing: reach ! --search concolic @there => REACHED
