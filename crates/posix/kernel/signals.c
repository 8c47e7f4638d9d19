/* Signals as one process alone can meet them: what it sets up is remembered, what it sends to itself arrives. */

enum {
	SIGHUP = 1, SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGBUS = 7, SIGFPE = 8, SIGKILL = 9, SIGSEGV = 11, SIGPIPE = 13,
	SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGTSTP = 20, SIGTTIN = 21, SIGTTOU = 22, SIGURG = 23, SIGWINCH = 28,
	SIGSYS = 31, SIG_COUNT = 64
};
enum { SIG_DFL = 0, SIG_IGN = 1 };
enum { SA_SIGINFO = 4, SA_NODEFER = 0x40000000 };
#define SA_RESETHAND 0x80000000u

struct action {
	void *handler;
	u64 flags;
	void *restorer;
	u64 mask;
};

struct info {
	i32 signal;
	i32 error;
	i32 code;
	i32 pad;
	i32 pid;
	u32 uid;
	u8 rest[104];
};
_Static_assert(sizeof(struct info) == 128, "siginfo_t");

static struct action actions[SIG_COUNT + 1];
/* The signals that wait. Jumps keep it and bring it back, so the engine knows it by name. */
u64 __homing_signals;
static u64 pending;
static u64 alternate[3] = { 0, 2, 0 };

enum { PID = 4242, PARENT_PID = 4241 };

static u64 bit(i64 signal)
{
	return 1ul << (signal - 1);
}

static void finish(void);

static int is_handled(i64 signal)
{
	return actions[signal].handler != (void *)SIG_DFL && actions[signal].handler != (void *)SIG_IGN;
}

/* Signals that an instruction of the program itself can bring about. */
static const i64 faults[] = { SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS };

/* The engine is told which of them are handled: an error that brings one about does not end a real run then. */
static void tell_handled(i64 signal)
{
	u64 handled = 0;
	int own = 0;
	for (i64 i = 0; i < LENGTH(faults); i++) {
		own |= faults[i] == signal;
		if (is_handled(faults[i]))
			handled |= bit(faults[i]);
	}
	if (own)
		__homing_handled(handled);
	else if (is_handled(signal))
		assumed(SIGNALS);
}

/* The end by SIGABRT. */
static void __attribute__((noreturn)) die(void)
{
	finish();
	__homing_handled(0);
	__homing_aborts(NULL);
}

/* What happens where nobody handles a signal. The status is the one a shell shows for it. */
static void by_default(i64 signal)
{
	switch (signal) {
	case SIGCHLD:
	case SIGCONT:
	case SIGURG:
	case SIGWINCH:
		return;
	case SIGSTOP:
	case SIGTSTP:
	case SIGTTIN:
	case SIGTTOU:
		wait_for_ever("a stopped process waits for ever");
	case SIGABRT:
		die();
	default:
		finish();
		_exit(128 + (int)signal);
	}
}

static void deliver(i64 signal)
{
	struct action action = actions[signal];
	if (action.handler == (void *)SIG_IGN)
		return;
	if (action.handler == (void *)SIG_DFL) {
		by_default(signal);
		return;
	}
	if (action.flags & SA_RESETHAND) {
		actions[signal].handler = (void *)SIG_DFL;
		tell_handled(signal);
	}
	u64 before = __homing_signals;
	__homing_signals |= action.mask;
	if (!(action.flags & SA_NODEFER))
		__homing_signals |= bit(signal);
	if (action.flags & SA_SIGINFO) {
		struct info info;
		u64 context[121];
		memset(&info, 0, sizeof info);
		memset(context, 0, sizeof context);
		info.signal = (i32)signal;
		info.code = -6;
		info.pid = PID;
		info.uid = k.uid;
		((void (*)(int, struct info *, void *))action.handler)((int)signal, &info, context);
	} else {
		((void (*)(int))action.handler)((int)signal);
	}
	__homing_signals = before;
}

/* Everything that waits and may come now, lowest first. */
static void deliver_pending(void)
{
	for (i64 s = 1; s <= SIG_COUNT && (pending & ~__homing_signals); s++) {
		if (pending & ~__homing_signals & bit(s)) {
			pending &= ~bit(s);
			deliver(s);
			s = 0;
		}
	}
}

static i64 send(i64 signal)
{
	if (signal < 0 || signal > SIG_COUNT)
		return -EINVAL;
	if (signal == 0)
		return 0;
	if (signal != SIGKILL && signal != SIGSTOP && (__homing_signals & bit(signal)))
		pending |= bit(signal);
	else
		deliver(signal);
	return 0;
}

static i64 broken_pipe(void)
{
	send(SIGPIPE);
	return -EPIPE;
}

static i64 call_rt_sigaction(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct action *new = (const struct action *)b;
	struct action *old = (struct action *)c;
	i64 signal = (i32)a;
	if (d != 8 || signal < 1 || signal > SIG_COUNT || (new && (signal == SIGKILL || signal == SIGSTOP)))
		return -EINVAL;
	struct action before = actions[signal];
	if (new) {
		actions[signal] = *new;
		actions[signal].mask &= ~(bit(SIGKILL) | bit(SIGSTOP));
		if (new->handler == (void *)SIG_IGN)
			pending &= ~bit(signal);
		tell_handled(signal);
	}
	if (old)
		*old = before;
	return 0;
}

static i64 call_rt_sigprocmask(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const u64 *set = (const u64 *)b;
	u64 *old = (u64 *)c;
	u64 before = __homing_signals;
	if (d != 8)
		return -EINVAL;
	if (set) {
		u64 bits = *set & ~(bit(SIGKILL) | bit(SIGSTOP));
		switch ((i32)a) {
		case 0:
			__homing_signals |= bits;
			break;
		case 1:
			__homing_signals &= ~bits;
			break;
		case 2:
			__homing_signals = bits;
			break;
		default:
			return -EINVAL;
		}
	}
	if (old)
		*old = before;
	deliver_pending();
	return 0;
}

static i64 call_rt_sigpending(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (!a)
		return -EFAULT;
	assumed(SIGNALS);
	*(u64 *)a = pending & __homing_signals;
	return 0;
}

/* Only a signal that waits already can end the wait. */
static i64 call_rt_sigsuspend(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u64 before = __homing_signals;
	if (!a)
		return -EFAULT;
	__homing_signals = *(const u64 *)a & ~(bit(SIGKILL) | bit(SIGSTOP));
	if (!(pending & ~__homing_signals))
		wait_for_ever("a wait for a signal waits for ever");
	deliver_pending();
	__homing_signals = before;
	return -EINTR;
}

static i64 call_pause(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	wait_for_ever("a wait for a signal waits for ever");
}

static i64 call_sigaltstack(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const u64 *new = (const u64 *)a;
	u64 *old = (u64 *)b;
	if (old)
		memcpy(old, alternate, sizeof alternate);
	if (new) {
		i32 flags = (i32)new[1];
		if (flags & ~(2 | (i32)0x80000000))
			return -EINVAL;
		if (!(flags & 2) && new[2] < 2048)
			return -ENOMEM;
		memcpy(alternate, new, sizeof alternate);
	}
	return 0;
}

static i64 call_kill(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i32 pid = (i32)a;
	i32 signal = (i32)b;
	if (signal < 0 || signal > SIG_COUNT)
		return -EINVAL;
	if (pid == PID || pid == 0 || pid == -PID)
		return send(signal);
	/* Who else is there, and whose they are. */
	assumed(PROCESS);
	if (pid == -1 || pid == PARENT_PID)
		return signal == 0 || k.euid == 0 ? 0 : -EPERM;
	return -ESRCH;
}

static i64 call_tkill(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((i32)a <= 0)
		return -EINVAL;
	return (i32)a == PID ? send((i32)b) : -ESRCH;
}

static i64 call_tgkill(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((i32)a <= 0 || (i32)b <= 0)
		return -EINVAL;
	return (i32)a == PID && (i32)b == PID ? send((i32)c) : -ESRCH;
}

/* A timer that is set never goes off: no time passes that the program does not see. */
static i64 call_alarm(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((u32)a)
		assumed(TIMERS);
	return 0;
}

static i64 call_setitimer(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const i64 *new = (const i64 *)b;
	if ((u32)a > 2)
		return -EINVAL;
	if (new && (new[2] || new[3]))
		assumed(TIMERS);
	if (c)
		memset((void *)c, 0, 32);
	return 0;
}

static i64 call_getitimer(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((u32)a > 2)
		return -EINVAL;
	if (!b)
		return -EFAULT;
	memset((void *)b, 0, 32);
	return 0;
}
