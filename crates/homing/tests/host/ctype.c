#include "calls.h"
#include <ctype.h>
#include <wchar.h>
#include <wctype.h>

/* As functions they give the bit of the class. */
static int (*const classes[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};

int main(void)
{
	for (int c = -130; c < 260; c++) {
		if (c < -128 || c > 255) {
			printf("%d %d %d", c, (toupper)(c), (tolower)(c));
			done();
			continue;
		}
		printf("%d %d %d %x ", c, (*__ctype_toupper_loc())[c], (*__ctype_tolower_loc())[c], (*__ctype_b_loc())[c]);
		printf("%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d %d", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c),
			!!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), toupper(c), tolower(c), !!isascii(c), toascii(c));
		printf(" %d %d", (toupper)(c), (tolower)(c));
		for (unsigned k = 0; k < sizeof classes / sizeof *classes; k++) printf(" %d", classes[k](c));
		done();
	}
	for (int c = -1; c < 400; c++) {
		wint_t w = c;
		printf("w%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d %d", c, !!iswalnum(w), !!iswalpha(w), !!iswblank(w), !!iswcntrl(w), !!iswdigit(w), !!iswgraph(w), !!iswlower(w),
			!!iswprint(w), !!iswpunct(w), !!iswspace(w), !!iswupper(w), !!iswxdigit(w), (int)towupper(w), (int)towlower(w), wcwidth(w), !!iswctype(w, wctype("alpha")));
		printf(" %d", (int)towctrans(w, wctrans("toupper")));
		printf(" %d %d %d %d %d", (iswalpha)(w), (iswspace)(w), (iswdigit)(w), (iswpunct)(w), iswctype(w, wctype("print")));
		done();
	}
	printf("%d %d %d", wctype("nothing") != 0, wctrans("nothing") != 0, wctype("digit") != 0);
	done();
	return 0;
}
