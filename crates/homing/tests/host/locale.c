#include "calls.h"
#include <langinfo.h>
#include <locale.h>

int main(void)
{
	int cats[] = {LC_ALL, LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES};
	for (int i = 0; i < 7; i++) {
		printf("%d ", i); show(setlocale(cats[i], 0)); show(setlocale(cats[i], "")); show(setlocale(cats[i], "C")); show(setlocale(cats[i], "POSIX"));
		done();
	}
	printf("%d", setlocale(99, "C") != 0); done();
	struct lconv *l = localeconv();
	show(l->decimal_point); show(l->thousands_sep); show(l->grouping); show(l->int_curr_symbol); show(l->currency_symbol); show(l->mon_decimal_point);
	show(l->positive_sign); show(l->negative_sign); printf(" %d %d %d %d", l->int_frac_digits, l->frac_digits, l->p_cs_precedes, l->n_sign_posn); done();
	nl_item items[] = {CODESET, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, AM_STR, PM_STR, DAY_1, DAY_7, ABDAY_1, ABDAY_4, MON_1, MON_12, ABMON_1, ABMON_12, RADIXCHAR, THOUSEP, YESEXPR, NOEXPR,
		CRNCYSTR, ERA, ERA_D_FMT, ALT_DIGITS, ERA_D_T_FMT, ERA_T_FMT};
	for (unsigned i = 0; i < sizeof items / sizeof *items; i++) { printf("item %u ", i); show(nl_langinfo(items[i])); done(); }
	locale_t c = newlocale(LC_ALL_MASK, "C", 0);
	printf("%d %d", c != 0, uselocale(0) != 0); done();
	return 0;
}
