/* Resource limits, use of resources, processors. */

#define NO_LIMIT (~0ul)
enum { LIMIT_COUNT = 16, LIMIT_STACK = 3, LIMIT_FILES = 7, LIMIT_CORE = 4 };

static u64 limits[LIMIT_COUNT][2];

static void init_limits(void)
{
	for (i64 i = 0; i < LIMIT_COUNT; i++)
		limits[i][0] = limits[i][1] = NO_LIMIT;
	limits[LIMIT_STACK][0] = 8 << 20;
	limits[LIMIT_CORE][0] = 0;
	limits[LIMIT_FILES][0] = limits[LIMIT_FILES][1] = (u64)k.max_files;
}

static i64 set_limit(i64 which, const u64 *new)
{
	if (new[0] > new[1])
		return -EINVAL;
	if (new[1] > limits[which][1] && k.euid != 0)
		return -EPERM;
	limits[which][0] = new[0];
	limits[which][1] = new[1];
	if (which == LIMIT_FILES)
		k.max_files = (i64)new[0];
	return 0;
}

static i64 call_prlimit64(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u64 *old = (u64 *)d;
	b = (u32)b;
	if (b >= LIMIT_COUNT)
		return -EINVAL;
	if ((i32)a != 0 && (i32)a != PID)
		return -ESRCH;
	assumed(LIMITS);
	u64 before[2] = { limits[b][0], limits[b][1] };
	i64 bad = c ? set_limit(b, (const u64 *)c) : 0;
	if (!bad && old)
		memcpy(old, before, sizeof before);
	return bad;
}

static i64 call_getrlimit(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	a = (u32)a;
	if (a >= LIMIT_COUNT)
		return -EINVAL;
	if (!b)
		return -EFAULT;
	assumed(LIMITS);
	memcpy((void *)b, limits[a], sizeof limits[a]);
	return 0;
}

static i64 call_setrlimit(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	a = (u32)a;
	if (a >= LIMIT_COUNT)
		return -EINVAL;
	assumed(LIMITS);
	return b ? set_limit(a, (const u64 *)b) : -EFAULT;
}

static i64 call_getrusage(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i32 who = (i32)a;
	struct time *to = (struct time *)b;
	if (who != 0 && who != 1 && who != -1)
		return -EINVAL;
	if (!to)
		return -EFAULT;
	assumed(USAGE);
	memset(to, 0, 144);
	if (who != -1) {
		struct time t = now();
		to->sec = t.sec - START_SECONDS;
		to->nsec = t.nsec / 1000;
	}
	return 0;
}

/* One processor. */
static i64 call_sched_getaffinity(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((i32)a != 0 && (i32)a != PID)
		return -ESRCH;
	b = (u32)b;
	if (b < 8 || (b & 7))
		return -EINVAL;
	if (!c)
		return -EFAULT;
	assumed(PROCESSORS);
	*(u64 *)c = 1;
	return 8;
}

static i64 call_getcpu(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESSORS);
	if (a)
		*(u32 *)a = 0;
	if (b)
		*(u32 *)b = 0;
	return 0;
}

static i64 call_getpriority(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PRIORITY);
	return (u32)a > 2 ? -EINVAL : 20;
}

/* Nobody is hurt by a process that is a little more or less polite than it says. */
static i64 call_set_priority(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PRIORITY);
	return 0;
}

/* Nobody else holds a lock of the one thread there is, so nobody would wake it. */
static i64 call_futex(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 what = b & 0x7f;
	if (!a)
		return -EFAULT;
	if (what == 0 || what == 9) {
		if (*(u32 *)a != (u32)c)
			return -EAGAIN;
		if (d)
			return -110;
		wait_for_ever("a wait for another thread waits for ever");
	}
	return 0;
}

enum { PR_SET_NAME = 15, PR_GET_NAME = 16, PR_SET_DUMPABLE = 4, PR_GET_DUMPABLE = 3, PR_SET_PDEATHSIG = 1, PR_SET_NO_NEW_PRIVS = 38 };
static char task_name[16] = "program";

static i64 call_prctl(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	switch ((i32)a) {
	case PR_SET_NAME:
		for (i64 i = 0; i < 15; i++)
			if (!(task_name[i] = ((const char *)b)[i]))
				break;
		return 0;
	case PR_GET_NAME:
		memcpy((void *)b, task_name, sizeof task_name);
		return 0;
	case PR_GET_DUMPABLE:
		return 1;
	case PR_SET_DUMPABLE:
	case PR_SET_PDEATHSIG:
	case PR_SET_NO_NEW_PRIVS:
		return 0;
	}
	unmodelled("an option of `prctl`", (u32)a);
	return -EINVAL;
}
