/* Who and where: process, user, machine. */

static i64 call_getpid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESS);
	return PID;
}

/* The start-up code asks, and nothing depends on the answer. */
static i64 call_set_tid_address(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return PID;
}

static i64 call_getppid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESS);
	return PARENT_PID;
}

/* getpgid and getsid of the process itself, or of 0, which is the same. */
static i64 call_getpgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESS);
	i32 pid = (i32)a;
	return pid == 0 || pid == PID ? PID : -ESRCH;
}

static i64 call_getpgrp(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESS);
	return PID;
}

static i64 call_setpgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i32 pid = (i32)a;
	assumed(PROCESS);
	if ((i32)b < 0)
		return -EINVAL;
	if (pid != 0 && pid != PID)
		return -ESRCH;
	return (i32)b == 0 || (i32)b == PID ? 0 : -EPERM;
}

/* The process leads its group already. */
static i64 call_setsid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PROCESS);
	return -EPERM;
}

static i64 call_getuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return assumed_number(k.uid, USER);
}

static i64 call_geteuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return assumed_number(k.euid, USER);
}

static i64 call_getgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return assumed_number(k.gid, USER);
}

static i64 call_getegid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return assumed_number(k.egid, USER);
}

static i64 call_getresuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (!a || !b || !c)
		return -EFAULT;
	*(u32 *)a = k.uid;
	*(u32 *)b = k.euid;
	*(u32 *)c = k.suid;
	assumed_value((void *)a, 4, USER);
	assumed_value((void *)b, 4, USER);
	assumed_value((void *)c, 4, USER);
	return 0;
}

static i64 call_getresgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (!a || !b || !c)
		return -EFAULT;
	*(u32 *)a = k.gid;
	*(u32 *)b = k.egid;
	*(u32 *)c = k.sgid;
	assumed_value((void *)a, 4, USER);
	assumed_value((void *)b, 4, USER);
	assumed_value((void *)c, 4, USER);
	return 0;
}

/* Whether an id is one of the three, or asks for no change. */
static int one_of(u32 id, u32 x, u32 y, u32 z)
{
	return id == ~0u || id == x || id == y || id == z || k.euid == 0;
}

static i64 call_setresuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 r = (u32)a, eff = (u32)b, s = (u32)c;
	assumed(GROUPS);
	if (!one_of(r, k.uid, k.euid, k.suid) || !one_of(eff, k.uid, k.euid, k.suid) || !one_of(s, k.uid, k.euid, k.suid))
		return -EPERM;
	if (r != ~0u)
		k.uid = r;
	if (eff != ~0u)
		k.euid = eff;
	if (s != ~0u)
		k.suid = s;
	return 0;
}

static i64 call_setresgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 r = (u32)a, eff = (u32)b, s = (u32)c;
	assumed(GROUPS);
	if (!one_of(r, k.gid, k.egid, k.sgid) || !one_of(eff, k.gid, k.egid, k.sgid) || !one_of(s, k.gid, k.egid, k.sgid))
		return -EPERM;
	if (r != ~0u)
		k.gid = r;
	if (eff != ~0u)
		k.egid = eff;
	if (s != ~0u)
		k.sgid = s;
	return 0;
}

static i64 call_setuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 id = (u32)a;
	assumed(GROUPS);
	if (id == ~0u)
		return -EINVAL;
	if (k.euid == 0) {
		k.uid = k.euid = k.suid = id;
		return 0;
	}
	if (id != k.uid && id != k.suid)
		return -EPERM;
	k.euid = id;
	return 0;
}

static i64 call_setgid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 id = (u32)a;
	assumed(GROUPS);
	if (id == ~0u)
		return -EINVAL;
	if (k.euid == 0) {
		k.gid = k.egid = k.sgid = id;
		return 0;
	}
	if (id != k.gid && id != k.sgid)
		return -EPERM;
	k.egid = id;
	return 0;
}

static i64 call_setreuid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 r = (u32)a, eff = (u32)b;
	assumed(GROUPS);
	if (!one_of(r, k.uid, k.euid, k.euid) || !one_of(eff, k.uid, k.euid, k.suid))
		return -EPERM;
	u32 before = k.uid;
	if (r != ~0u)
		k.uid = r;
	if (eff != ~0u)
		k.euid = eff;
	if (r != ~0u || (eff != ~0u && eff != before))
		k.suid = k.euid;
	return 0;
}

static i64 call_setregid(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 r = (u32)a, eff = (u32)b;
	assumed(GROUPS);
	if (!one_of(r, k.gid, k.egid, k.egid) || !one_of(eff, k.gid, k.egid, k.sgid))
		return -EPERM;
	u32 before = k.gid;
	if (r != ~0u)
		k.gid = r;
	if (eff != ~0u)
		k.egid = eff;
	if (r != ~0u || (eff != ~0u && eff != before))
		k.sgid = k.egid;
	return 0;
}

/* One supplementary group: the own one. */
static i64 call_getgroups(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i32 room = (i32)a;
	assumed(GROUPS);
	if (room < 0)
		return -EINVAL;
	if (room == 0)
		return 1;
	if (!b)
		return -EFAULT;
	*(u32 *)b = k.gid;
	return 1;
}

static i64 call_setgroups(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(GROUPS);
	return k.euid == 0 ? 0 : -EPERM;
}

static i64 call_uname(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	char *to = (char *)a;
	static const char *const fields[6] = { "Linux", "homing", "6.1.0", "#1 SMP", "x86_64", "(none)" };
	if (!to)
		return -EFAULT;
	assumed(MACHINE);
	memset(to, 0, 6 * 65);
	for (i64 i = 0; i < 6; i++)
		put(to + 65 * i, fields[i]);
	return 0;
}

struct sysinfo {
	i64 uptime;
	u64 loads[3];
	u64 total;
	u64 free;
	u64 shared;
	u64 buffers;
	u64 swap;
	u64 swap_free;
	u16 processes;
	u16 pad;
	u64 high;
	u64 high_free;
	u32 unit;
};
_Static_assert(sizeof(struct sysinfo) == 112, "struct sysinfo of x86-64");

static i64 call_sysinfo(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct sysinfo *to = (struct sysinfo *)a;
	if (!to)
		return -EFAULT;
	assumed(MACHINE);
	memset(to, 0, sizeof *to);
	to->uptime = 1 + k.clock / 1000000000;
	to->total = 1ul << 30;
	to->free = 1ul << 29;
	to->processes = 2;
	to->unit = 1;
	return 0;
}

static i64 call_getrandom(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 n = settle(b);
	if ((u32)c & ~7u)
		return -EINVAL;
	assumed(RANDOM_BYTES);
	if (!a && n)
		return -EFAULT;
	fill_random((u8 *)a, n);
	return n;
}

/* What only the machine's owner may do. */
static i64 call_not_permitted(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(PERMISSION);
	return -EPERM;
}
