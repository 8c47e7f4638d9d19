/* The digits of `%a`, as the GNU library has them: the first one is that of the number's own format. A double begins with 1, or with 0
   where it is zero or too small for that; a long double has all of its 64 bits as digits. */
#include <stdint.h>

/* Writes the digits with their point, and says how many characters they are. */
int __homing_hexadecimal(char *to, long double v, int is_long, int precision, int upper, int point, int *exponent)
{
	union {
		long double v;
		struct {
			uint64_t fraction;
			uint16_t exponent;
		} parts;
	} wide = {v};
	union {
		double v;
		uint64_t bits;
	} narrow = {is_long ? 0 : v};
	int digits = is_long ? 15 : 13, biased = is_long ? wide.parts.exponent & 0x7fff : narrow.bits >> 52 & 0x7ff, n = 0;
	unsigned first = is_long ? wide.parts.fraction >> 60 : biased != 0;
	uint64_t rest = is_long ? wide.parts.fraction << 4 : narrow.bits << 12;
	*exponent = !first && !rest ? 0 : is_long ? (biased ? biased : 1) - 16386 : (biased ? biased : 1) - 1023;
	if (precision >= 0 && precision < digits) {
		uint64_t kept = precision ? rest >> (64 - 4 * precision) : 0, cut = precision ? rest << 4 * precision : rest;
		int odd = precision ? kept & 1 : first & 1;
		if (cut > 1ull << 63 || (cut == 1ull << 63 && odd)) {
			if (precision) kept++;
			if (!precision || kept >> 4 * precision) {
				kept = 0;
				first++;
			}
		}
		if (first == 16) {
			first = 1;
			*exponent += 4;
		}
		rest = precision ? kept << (64 - 4 * precision) : 0;
		digits = precision;
	} else if (precision < 0) {
		while (digits && !(rest << 4 * (digits - 1))) digits--;
	}
	const char *all = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	to[n++] = all[first];
	if (digits || precision > 0 || point) to[n++] = '.';
	for (; digits > 0; digits--, rest <<= 4) to[n++] = all[rest >> 60];
	return n;
}
