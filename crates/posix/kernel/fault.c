/* Faults on purpose: while some are left, a call that can fail asks an input whether it does. */

/* -error where the call fails, else 0. */
static i64 inject(i64 error)
{
	if (k.fails_left <= 0)
		return 0;
	char *name = numbered("fail", k.fails_asked++);
	int fails = klee_range(0, 2, name);
	free(name);
	if (!fails)
		return 0;
	k.fails_left--;
	return -error;
}
