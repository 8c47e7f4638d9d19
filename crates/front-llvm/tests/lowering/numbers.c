// Signs, widths, shifts, floats and the conversions between them.
unsigned long numbers(signed char c, unsigned short u, double d) {
  long wide = c;
  unsigned mixed = (unsigned)(c << 3) ^ (u >> 2);
  float f = (float)d * 0.5f;
  _Bool b = f > 1.0f;
  __int128 big = (__int128)wide * u;
  return (unsigned long)wide + mixed + (unsigned long)f + b + (unsigned long)(big >> 64);
}
