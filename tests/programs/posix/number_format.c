// A format for numbers is checked before it is given to printf: one that ends after its flags is read beyond its end.
// homing: check ! --arg -f --sym-arg 4 => ERROR out-of-bounds @past
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int valid(const char *format) {
  size_t i = 0;
  while (format[i] != '%' || format[i + 1] == '%') {
    if (!format[i])
      return 0;
    i += format[i] == '%' ? 2 : 1;
  }
  i++;
  i += strspn(format + i, "-+#0 '");
  i += strspn(format + i, "0123456789");
  if (format[i] == '.')
    i += 1 + strspn(format + i + 1, "0123456789");
  i++; /* the letter, whatever it is */
  while (format[i]) { // <past>
    if (format[i] == '%' && format[i + 1] != '%')
      return 0;
    i++;
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], "-f"))
    return 2;
  char *copy = strdup(argv[2]);
  if (!copy)
    return 2;
  int good = valid(copy);
  puts(good ? "a format for one number" : "no format for one number");
  free(copy);
  return !good;
}
