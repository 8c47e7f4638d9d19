/* What is fixed here and not in the world (the list is assumed.h): a proof that rests on it would be none. */

#define ASSUMED(name, when, where, what, loss) name,
enum assumption {
#include "assumed.h"
	ASSUMPTIONS
};
#undef ASSUMED

#define ASSUMED(name, when, where, what, loss) loss,
static const char *const losses[ASSUMPTIONS] = {
#include "assumed.h"
};
#undef ASSUMED

/* The program asks: told once a path. */
static void assumed(enum assumption which)
{
	static u8 told[ASSUMPTIONS];
	if (!told[which]) {
		told[which] = 1;
		__homing_loss(losses[which]);
	}
}

/* `n` bytes at `to` hold such a value: told when something depends on them. */
static void assumed_value(void *to, size_t n, enum assumption which)
{
	__homing_assumed(to, n, losses[which]);
}

static i64 assumed_number(i64 value, enum assumption which)
{
	assumed_value(&value, sizeof value, which);
	return value;
}

/* Something of a call that the real kernel may have, by its number. */
static void unmodelled(const char *what, i64 number)
{
	char *text = malloc(strlen(what) + 64);
	put(put_number(put(put(text, what), " ("), number), ") is not modelled");
	__homing_loss(text);
	free(text);
}
