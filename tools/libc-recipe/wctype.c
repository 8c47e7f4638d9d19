/* Wide characters in the "C" locale: those of ASCII are what they are, all others are nothing. */
#include <ctype.h>
#include <wchar.h>
#include <wctype.h>
#undef iswdigit

#define CLASS(name) \
	int isw##name(wint_t c) { return c < 128 ? (is##name)((int)c) : 0; } \
	int isw##name##_l(wint_t c, locale_t l) { return isw##name(c); }

CLASS(alnum)
CLASS(alpha)
CLASS(blank)
CLASS(cntrl)
CLASS(graph)
CLASS(lower)
CLASS(print)
CLASS(punct)
CLASS(space)
CLASS(upper)
CLASS(xdigit)

int iswdigit(wint_t c) { return c - '0' < 10; }
int iswdigit_l(wint_t c, locale_t l) { return iswdigit(c); }

wint_t towlower(wint_t c) { return c < 128 ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return c < 128 ? (wint_t)toupper((int)c) : c; }
wint_t towlower_l(wint_t c, locale_t l) { return towlower(c); }
wint_t towupper_l(wint_t c, locale_t l) { return towupper(c); }

int wcwidth(wchar_t c) { return !c ? 0 : iswprint((wint_t)c) ? 1 : -1; }

int wcswidth(const wchar_t *s, size_t n)
{
	int width = 0;
	for (; n-- > 0 && *s; s++) {
		if (wcwidth(*s) < 0) return -1;
		width++;
	}
	return width;
}
