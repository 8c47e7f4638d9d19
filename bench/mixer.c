/* Concrete work only: nested loops that stir two tables through a small function. One path. */
unsigned left[256], right[256];

static unsigned stir(unsigned x, unsigned y) {
  return (y >> 2) * 0x9e3779b1u + (x ^ (y << 7));
}

int main(void) {
  unsigned state = 17;
  for (unsigned k = 0; k < 256; k++)
    left[k] = 5 * k + 11;
  for (unsigned round = 0; round < 400; round++)
    for (unsigned row = 0; row < 16; row++)
      for (unsigned col = 0; col < 256; col++) {
        unsigned value = left[(16 * row + col) % 256];
        state = stir(state, value);
        right[col] += state % 251;
        if (right[col] & 4)
          state ^= col;
        else
          state += round;
        left[col] = value + (state >> 20);
      }
  return state % 100;
}
