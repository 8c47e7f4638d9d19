/* The clock: it starts at a fixed moment and goes on by a microsecond whenever somebody looks, so that every run is the same. */

enum { START_SECONDS = 1735689600 }; /* 2025-01-01 00:00:00 UTC */

static struct time now(void)
{
	k.clock += 1000;
	struct time t = { START_SECONDS + k.clock / 1000000000, k.clock % 1000000000 };
	return t;
}

static i64 call_clock_gettime(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct time *to = (struct time *)b;
	assumed(CLOCK);
	a = (i32)a;
	if (a < 0 || a > 11 || a == 10)
		return -EINVAL;
	struct time t = now();
	/* Monotonic, CPU and boot clocks count from the start of the run. */
	if (a != 0 && a != 5 && a != 8 && a != 11)
		t.sec -= START_SECONDS;
	if (to)
		*to = t;
	return to ? 0 : -EFAULT;
}

static i64 call_clock_getres(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct time *to = (struct time *)b;
	a = (i32)a;
	if (a < 0 || a > 11 || a == 10)
		return -EINVAL;
	if (to) {
		to->sec = 0;
		to->nsec = 1;
	}
	return 0;
}

static i64 call_gettimeofday(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct time *to = (struct time *)a;
	i32 *zone = (i32 *)b;
	assumed(CLOCK);
	if (to) {
		*to = now();
		to->nsec /= 1000;
	}
	if (zone)
		zone[0] = zone[1] = 0;
	return 0;
}

static i64 call_time(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 *to = (i64 *)a;
	assumed(CLOCK);
	struct time t = now();
	if (to)
		*to = t.sec;
	return t.sec;
}

/* Sleeping takes no time but the clock's. */
static i64 sleep_for(const struct time *t)
{
	if (!t)
		return -EFAULT;
	if (t->sec < 0 || t->nsec < 0 || t->nsec >= 1000000000)
		return -EINVAL;
	k.clock += t->sec * 1000000000 + t->nsec;
	return 0;
}

static i64 call_nanosleep(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return sleep_for((const struct time *)a);
}

static i64 call_clock_nanosleep(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)c;
	a = (i32)a;
	if (a < 0 || a > 11 || a == 3 || a == 10)
		return -EINVAL;
	if (!(b & 1))
		return sleep_for(t);
	if (!t)
		return -EFAULT;
	i64 from = a == 0 ? START_SECONDS : 0;
	i64 until = (t->sec - from) * 1000000000 + t->nsec;
	if (until > k.clock)
		k.clock = until;
	return 0;
}

static i64 call_times(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 *to = (i64 *)a;
	assumed(USAGE);
	struct time t = now();
	i64 ticks = (t.sec - START_SECONDS) * 100 + t.nsec / 10000000;
	if (to) {
		to[0] = ticks;
		to[1] = to[2] = to[3] = 0;
	}
	return ticks;
}
