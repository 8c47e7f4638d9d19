/* <ctype.h> in the "C" locale, and the tables that glibc's macros read. */

/* The functions give what the tables hold: not 1, but the bit of the class. */
int isupper(int c) { return c >= 'A' && c <= 'Z' ? 0x100 : 0; }
int islower(int c) { return c >= 'a' && c <= 'z' ? 0x200 : 0; }
int isalpha(int c) { return isupper(c) || islower(c) ? 0x400 : 0; }
int isdigit(int c) { return c >= '0' && c <= '9' ? 0x800 : 0; }
int isalnum(int c) { return isalpha(c) || isdigit(c) ? 8 : 0; }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? 0x1000 : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? 1 : 0; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0; }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127 ? 2 : 0; }
int isprint(int c) { return c >= 32 && c < 127 ? 0x4000 : 0; }
int isgraph(int c) { return c > 32 && c < 127 ? 0x8000 : 0; }
int ispunct(int c) { return isgraph(c) && !isalnum(c) ? 4 : 0; }
int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }
/* A plain char below zero is the character above 127; -1 is EOF. */
static int homing_character(int c) { return c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return isupper(c) ? c + 32 : homing_character(c); }
int toupper(int c) { return islower(c) ? c - 32 : homing_character(c); }

/* Classes of a character as bits: glibc's order on little-endian machines. */
#define UP(c) ((c) >= 'A' && (c) <= 'Z')
#define LO(c) ((c) >= 'a' && (c) <= 'z')
#define DI(c) ((c) >= '0' && (c) <= '9')
#define HE(c) (DI(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define GR(c) ((c) > 32 && (c) < 127)
#define AN(c) (UP(c) || LO(c) || DI(c))
#define CLASS(c)                                                                                            \
  ((UP(c) ? 0x100 : 0) | (LO(c) ? 0x200 : 0) | (UP(c) || LO(c) ? 0x400 : 0) | (DI(c) ? 0x800 : 0) |         \
   (HE(c) ? 0x1000 : 0) | ((c) == 32 || ((c) >= 9 && (c) <= 13) ? 0x2000 : 0) |                             \
   ((c) >= 32 && (c) < 127 ? 0x4000 : 0) | (GR(c) ? 0x8000 : 0) | ((c) == 32 || (c) == 9 ? 1 : 0) |         \
   (((c) >= 0 && (c) < 32) || (c) == 127 ? 2 : 0) | (GR(c) && !AN(c) ? 4 : 0) | (AN(c) ? 8 : 0))
/* Characters -128 .. -2 are those of 128 .. 254; -1 is EOF. */
#define SAME(c) ((c) == -1 ? -1 : (c) < 0 ? (c) + 256 : (c))
#define LOWER(c) (UP(c) ? (c) + 32 : SAME(c))
#define UPPER(c) (LO(c) ? (c)-32 : SAME(c))

#define FOUR(F, c) F(c), F((c) + 1), F((c) + 2), F((c) + 3)
#define SIXTEEN(F, c) FOUR(F, c), FOUR(F, (c) + 4), FOUR(F, (c) + 8), FOUR(F, (c) + 12)
#define SIXTY(F, c) SIXTEEN(F, c), SIXTEEN(F, (c) + 16), SIXTEEN(F, (c) + 32), SIXTEEN(F, (c) + 48)
#define TABLE(F) {SIXTY(F, -128), SIXTY(F, -64), SIXTY(F, 0), SIXTY(F, 64), SIXTY(F, 128), SIXTY(F, 192)}

static const unsigned short homing_classes[384] = TABLE(CLASS);
static const int homing_lower[384] = TABLE(LOWER);
static const int homing_upper[384] = TABLE(UPPER);
static const unsigned short *homing_classes_at = homing_classes + 128;
static const int *homing_lower_at = homing_lower + 128;
static const int *homing_upper_at = homing_upper + 128;

const unsigned short **__ctype_b_loc(void) { return &homing_classes_at; }
const int **__ctype_tolower_loc(void) { return &homing_lower_at; }
const int **__ctype_toupper_loc(void) { return &homing_upper_at; }
