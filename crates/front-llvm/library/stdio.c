/* Printing. Nothing is put out: what a program prints changes nothing of what it can reach. But everything that is printed is looked at
   as a real library does, so that a bad argument is the error that it is, `%n` is written, and results are glibc's. Lengths of numbers
   are told without a branch: a number that depends on inputs makes no paths here. */

#define EOF (-1)
#define EBADF 9
#define EOVERFLOW 75
#define EILSEQ 84
#define INT_MAX 0x7fffffff

typedef struct homing_file FILE;
typedef __builtin_va_list va_list;
typedef unsigned long long homing_wide;

/* One directive of a format, and what is known of what it puts out. */
struct homing_directive {
  int alternative, plus, space;
  long long width, precision; /* no precision: -1 */
  int size;                   /* bytes of the number */
  int wide;                   /* `l` in front of a text */
  int is_long_double;
};

static int homing_digits(homing_wide v, int base) {
  int n = 1;
  if (base == 10) {
    for (homing_wide p = 10; p < 10000000000000000000ull; p *= 10) n += v >= p;
    return n + (v >= 10000000000000000000ull);
  }
  for (int shift = base == 8 ? 3 : 4; shift < 64; shift += base == 8 ? 3 : 4) n += (v >> shift) != 0;
  return n;
}

/* The larger one, without a branch. */
static long long homing_larger(long long a, long long b) {
  long long take = -(long long)(a > b);
  return (a & take) | (b & ~take);
}

static long long homing_number_length(const struct homing_directive *d, homing_wide v, int negative, int base) {
  long long digits = homing_digits(v, base) - (d->precision == 0) * (v == 0);
  long long n = homing_larger(digits, d->precision);
  if (d->alternative && base == 16) n += 2 * (v != 0);
  /* The first digit has to be a zero. */
  if (d->alternative && base == 8) n += (n == digits) * ((v != 0) | (digits == 0));
  return n + (negative | d->plus | d->space);
}

/* The length of a floating-point number: about right, and a loss where somebody wants to know. */
static long long homing_float_length(const struct homing_directive *d) {
  __homing_loss("the length of a printed floating-point number");
  return 2 + (d->precision < 0 ? 6 : d->precision);
}

static long long homing_text_length(const struct homing_directive *d, const char *s) {
  size_t most = d->precision < 0 ? (size_t)-1 : (size_t)d->precision;
  if (!s) return most >= 6 ? 6 : 0;
  return (long long)homing_length(s, most);
}

/* -1 where a character has no bytes in the "C" locale. */
static long long homing_wide_text_length(const struct homing_directive *d, const __WCHAR_TYPE__ *s) {
  long long n = 0;
  if (!s) return d->precision < 0 || d->precision >= 6 ? 6 : 0;
  for (; (d->precision < 0 || n < d->precision) && s[n]; n++)
    if ((unsigned)s[n] > 127) return -1;
  return n;
}

static void homing_store(const struct homing_directive *d, void *to, long long n) {
  if (d->size == 1)
    *(signed char *)to = (signed char)n;
  else if (d->size == 2)
    *(short *)to = (short)n;
  else if (d->size == 8)
    *(long long *)to = n;
  else
    *(int *)to = (int)n;
}

static int homing_is_digit(char c) { return c >= '0' && c <= '9'; }

/* Digits as a number; more than an int holds is one more than that. */
static const char *homing_count(const char *f, long long *n) {
  for (; homing_is_digit(*f); f++) {
    *n = *n * 10 + (*f - '0');
    if (*n > INT_MAX) *n = INT_MAX + 1ll;
  }
  return f;
}

static int homing_failed(int error) {
  *__errno_location() = error;
  return -1;
}

/* Flags, width, precision and size in front of a letter; returns where the letter is. */
static const char *homing_directive(struct homing_directive *d, const char *f, va_list *list) {
  *d = (struct homing_directive){0, 0, 0, 0, -1, 4, 0, 0};
  for (;; f++) {
    if (*f == '#')
      d->alternative = 1;
    else if (*f == '+')
      d->plus = 1;
    else if (*f == ' ')
      d->space = 1;
    else if (*f != '-' && *f != '0' && *f != '\'' && *f != 'I')
      break;
  }
  if (*f == '*') {
    int w = __builtin_va_arg(*list, int);
    d->width = w < 0 ? -(long long)w : w;
    f++;
  }
  f = homing_count(f, &d->width);
  if (*f == '.') {
    d->precision = 0;
    if (*++f == '*') {
      int p = __builtin_va_arg(*list, int);
      d->precision = p < 0 ? -1 : p;
      f++;
    }
    f = homing_count(f, &d->precision);
  }
  for (;; f++) {
    if (*f == 'h')
      d->size = d->size == 2 ? 1 : 2;
    else if (*f == 'l') {
      d->size = d->wide ? 8 : (int)sizeof(long);
      d->wide = 1;
    } else if (*f == 'L' || *f == 'q') {
      d->size = 8;
      d->is_long_double = *f == 'L';
    } else if (*f == 'j')
      d->size = 8;
    else if (*f == 'z' || *f == 'Z' || *f == 't')
      d->size = (int)sizeof(size_t);
    else
      return f;
  }
}

static homing_wide homing_unsigned_argument(const struct homing_directive *d, va_list *list) {
  if (d->size == 8) return __builtin_va_arg(*list, homing_wide);
  unsigned v = __builtin_va_arg(*list, unsigned);
  return d->size == 1 ? (byte)v : d->size == 2 ? (unsigned short)v : v;
}

static long long homing_signed_argument(const struct homing_directive *d, va_list *list) {
  if (d->size == 8) return __builtin_va_arg(*list, long long);
  int v = __builtin_va_arg(*list, int);
  return d->size == 1 ? (signed char)v : d->size == 2 ? (short)v : v;
}

/* A number is only passed over where nobody wants to know how long it is. */
static long long homing_skip_number(const struct homing_directive *d, va_list *list) {
  if (d->size == 8)
    (void)__builtin_va_arg(*list, long long);
  else
    (void)__builtin_va_arg(*list, int);
  return 0;
}

static long long homing_float_argument(const struct homing_directive *d, va_list *list, int counted) {
  if (d->is_long_double)
    (void)__builtin_va_arg(*list, long double);
  else
    (void)__builtin_va_arg(*list, double);
  return counted ? homing_float_length(d) : 0;
}

static long long homing_integer(const struct homing_directive *d, char letter, va_list *list, int counted) {
  if (!counted) return homing_skip_number(d, list);
  if (letter != 'd' && letter != 'i') {
    int base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
    struct homing_directive plain = *d;
    plain.plus = plain.space = 0;
    return homing_number_length(&plain, homing_unsigned_argument(d, list), 0, base);
  }
  long long v = homing_signed_argument(d, list);
  homing_wide sign = (homing_wide)(v >> 63);
  return homing_number_length(d, ((homing_wide)v ^ sign) - sign, (int)(sign & 1), 10);
}

static long long homing_pointer(const void *p) {
  if (!p) return 5;
  __homing_loss("the length of a printed address");
  return 14;
}

/* The number of bytes, or -1. */
static int homing_format(const char *format, va_list arguments, int counted) {
  struct homing_directive d;
  long long n = 0;
  va_list list;
  __builtin_va_copy(list, arguments);
  for (const char *f = format;; f++) {
    const char *next = strchrnul(f, '%');
    n += next - f;
    if (!*next) break;
    long long one = 0;
    f = homing_directive(&d, next + 1, &list);
    if (d.width > INT_MAX || d.precision > INT_MAX) return homing_failed(EOVERFLOW);
    switch (*f) {
    case '%':
      n++;
      continue;
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
      one = homing_integer(&d, *f, &list, counted);
      break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      one = homing_float_argument(&d, &list, counted);
      break;
    case 'c': case 'C': {
      int c = __builtin_va_arg(list, int);
      one = 1;
      if ((d.wide || *f == 'C') && (unsigned)c > 127) return homing_failed(EILSEQ);
      break;
    }
    case 's': case 'S':
      if (d.wide || *f == 'S')
        one = homing_wide_text_length(&d, __builtin_va_arg(list, const __WCHAR_TYPE__ *));
      else
        one = homing_text_length(&d, __builtin_va_arg(list, const char *));
      if (one < 0) return homing_failed(EILSEQ);
      break;
    case 'p': {
      const void *p = __builtin_va_arg(list, const void *);
      if (counted) one = homing_pointer(p);
      break;
    }
    case 'm':
      if (counted) __homing_loss("the length of `%m`");
      break;
    case 'n':
      /* How far it has come somebody wants to know after all. */
      if (!counted) return homing_format(format, arguments, 1);
      homing_store(&d, __builtin_va_arg(list, void *), n);
      continue;
    case 0:
      return -1;
    default:
      __homing_loss("a directive of `printf` that is not modelled");
      return (int)n;
    }
    if (counted) n += homing_larger(one, d.width);
  }
  __builtin_va_end(list);
  if (counted && n > INT_MAX) {
    __homing_loss("more output of `printf` than its result can tell");
    return -1;
  }
  return (int)n;
}

int vprintf(const char *format, va_list list) { return homing_format(format, list, __homing_result_used()); }

int vfprintf(FILE *to, const char *format, va_list list) {
  __homing_not_null(to);
  return homing_format(format, list, __homing_result_used());
}

static int homing_to_descriptor(int fd) {
  if (fd == 1 || fd == 2) return 1;
  if (fd == 0) __homing_loss("output to standard input");
  *__errno_location() = EBADF;
  return 0;
}

int vdprintf(int fd, const char *format, va_list list) {
  int n = homing_format(format, list, __homing_result_used());
  return homing_to_descriptor(fd) ? n : -1;
}

int printf(const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int n = homing_format(format, list, __homing_result_used());
  __builtin_va_end(list);
  return n;
}

int fprintf(FILE *to, const char *format, ...) {
  va_list list;
  __homing_not_null(to);
  __builtin_va_start(list, format);
  int n = homing_format(format, list, __homing_result_used());
  __builtin_va_end(list);
  return n;
}

int dprintf(int fd, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int n = homing_format(format, list, __homing_result_used());
  __builtin_va_end(list);
  return homing_to_descriptor(fd) ? n : -1;
}

int puts(const char *s) { return (int)(homing_length(s, (size_t)-1) + 1); }

int fputs(const char *s, FILE *to) {
  __homing_not_null(to);
  homing_length(s, (size_t)-1);
  return 1;
}

void perror(const char *s) {
  if (s) homing_length(s, (size_t)-1);
  /* Another stream may be opened for it, and that may fail. */
  __homing_assumed(__errno_location(), sizeof(int), "`errno` behind `perror`");
}

static int homing_put(int c, FILE *to) {
  __homing_not_null(to);
  return (byte)c;
}

int putchar(int c) { return (byte)c; }
int putchar_unlocked(int c) { return (byte)c; }
int fputc(int c, FILE *to) { return homing_put(c, to); }
int putc(int c, FILE *to) { return homing_put(c, to); }
int fputc_unlocked(int c, FILE *to) { return homing_put(c, to); }
int putc_unlocked(int c, FILE *to) { return homing_put(c, to); }

size_t fwrite(const void *from, size_t size, size_t n, FILE *to) {
  __homing_not_null(to);
  __homing_readable(from, size * n);
  return size ? n : 0;
}

int fflush(FILE *of) { return 0; }

__PTRDIFF_TYPE__ write(int fd, const void *from, size_t n) {
  if (!homing_to_descriptor(fd)) return -1;
  __homing_readable(from, n);
  return (__PTRDIFF_TYPE__)n;
}
