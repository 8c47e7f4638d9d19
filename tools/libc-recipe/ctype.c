/* Classes of characters as functions. They give what the tables of <ctype.h>'s macros hold: not 1, but the bit of the class. */
#include <ctype.h>
#include <locale.h>
#undef isalpha
#undef isdigit
#undef islower
#undef isupper
#undef isprint
#undef isgraph
#undef isspace
#undef isascii

#define CLASS(name, bit, condition) \
	int name(int c) { return (condition) ? bit : 0; } \
	int name##_l(int c, locale_t l) { return name(c); } \
	int __##name##_l(int c, locale_t l) { return name(c); }

CLASS(isupper, 0x100, (unsigned)c - 'A' < 26)
CLASS(islower, 0x200, (unsigned)c - 'a' < 26)
CLASS(isalpha, 0x400, ((unsigned)c | 32) - 'a' < 26)
CLASS(isdigit, 0x800, (unsigned)c - '0' < 10)
CLASS(isxdigit, 0x1000, (unsigned)c - '0' < 10 || ((unsigned)c | 32) - 'a' < 6)
CLASS(isspace, 0x2000, c == ' ' || (unsigned)c - '\t' < 5)
CLASS(isprint, 0x4000, (unsigned)c - 32 < 95)
CLASS(isgraph, 0x8000, (unsigned)c - 33 < 94)
CLASS(isblank, 1, c == ' ' || c == '\t')
CLASS(iscntrl, 2, (unsigned)c < 32 || c == 127)
CLASS(isalnum, 8, (unsigned)c - '0' < 10 || ((unsigned)c | 32) - 'a' < 26)
CLASS(ispunct, 4, (unsigned)c - 33 < 94 && !isalnum(c))
