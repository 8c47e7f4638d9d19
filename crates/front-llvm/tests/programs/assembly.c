// Instructions of x86 that are understood as inline assembly; the native run has the real ones.
#include "out.h"

typedef unsigned long u64;

static u64 values[] = { 0, 1, 2, (u64)1 << (8 * sizeof(u64) - 1), ~(u64)0, 0x12345678ul * 0x10001ul, 63, 64 };

int main(void)
{
	for (int i = 0; i < 8; i++) {
		u64 x = values[i], at = 0;
		if (x) {
			__asm__("bsf\t%1, %0" : "=r"(at) : "r"(x));
			OUT(at);
			__asm__("bsr\t%1, %0" : "=r"(at) : "r"(x));
			OUT(at);
		}
#ifdef __x86_64__
		for (int j = 0; j < 8; j++) {
			u64 y = values[j], high, low;
			__asm__("mulq\t%3" : "=a"(low), "=d"(high) : "%0"(x), "r"(y));
			OUT(low);
			OUT(high);
			__asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(high), "=&r"(low) : "0"(x), "r"(y), "%1"(y), "r"(x));
			OUT(low);
			OUT(high);
			__asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(high), "=&r"(low) : "0"(x), "r"(y), "1"(y), "r"(x));
			OUT(low);
			OUT(high);
		}
#endif
	}
	return 0;
}
