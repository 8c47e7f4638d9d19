/* Waiting for files to be ready: all are, but pipes. */

enum { POLLIN = 1, POLLPRI = 2, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32, POLLRDNORM = 64, POLLWRNORM = 256 };

struct pollfd {
	i32 fd;
	u16 events;
	u16 revents;
};

static u16 ready(const struct file *file)
{
	struct inode *node = file->node;
	if (is_standard(node))
		assumed(READY);
	if (node->device == OUTPUT)
		return POLLOUT | POLLWRNORM;
	if (!is(node, S_IFIFO) || node->device != PLAIN)
		return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
	u16 events = 0;
	i64 there = node->size - node->start;
	if (can_read(file)) {
		if (there)
			events |= POLLIN | POLLRDNORM;
		if (!node->writers)
			events |= POLLHUP;
	}
	if (can_write(file)) {
		if (there <= PIPE_ROOM - PAGE)
			events |= POLLOUT | POLLWRNORM;
		if (!node->readers)
			events |= POLLERR;
	}
	return events;
}

static i64 poll_once(struct pollfd *fds, u64 n)
{
	i64 count = 0;
	for (u64 i = 0; i < n; i++) {
		fds[i].revents = 0;
		if (fds[i].fd < 0)
			continue;
		struct file *file = open_file(fds[i].fd);
		u16 events = file ? ready(file) : POLLNVAL;
		fds[i].revents = events & (fds[i].events | POLLERR | POLLHUP | POLLNVAL);
		if (fds[i].revents)
			count++;
	}
	return count;
}

/* `wait` in nanoseconds, below zero for ever. */
static i64 poll_for(struct pollfd *fds, u64 n, i64 wait)
{
	if (n > (u64)k.max_files)
		return -EINVAL;
	if (!fds && n)
		return -EFAULT;
	i64 count = poll_once(fds, n);
	if (count)
		return count;
	if (wait < 0)
		wait_for_ever("a poll waits for ever");
	k.clock += wait;
	return 0;
}

static i64 call_poll(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return poll_for((struct pollfd *)a, (u32)b, (i32)c < 0 ? -1 : (i64)(i32)c * 1000000);
}

static i64 call_ppoll(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)c;
	return poll_for((struct pollfd *)a, (u32)b, t ? t->sec * 1000000000 + t->nsec : -1);
}

static int in_set(const u64 *set, i64 fd)
{
	return set && (set[fd / 64] >> (fd % 64) & 1);
}

static void keep(u64 *set, i64 fd, int on, i64 *count)
{
	if (!in_set(set, fd))
		return;
	if (on)
		++*count;
	else
		set[fd / 64] &= ~(1ul << (fd % 64));
}

static i64 select_for(i64 n, u64 *in, u64 *out, u64 *except, i64 wait)
{
	i64 count = 0;
	if (n < 0)
		return -EINVAL;
	for (i64 fd = 0; fd < n; fd++) {
		if (!in_set(in, fd) && !in_set(out, fd) && !in_set(except, fd))
			continue;
		struct file *file = open_file(fd);
		if (!file)
			return -EBADF;
		u16 events = ready(file);
		keep(in, fd, events & (POLLIN | POLLHUP | POLLERR), &count);
		keep(out, fd, events & (POLLOUT | POLLERR), &count);
		keep(except, fd, 0, &count);
	}
	if (count)
		return count;
	if (wait < 0)
		wait_for_ever("a select waits for ever");
	k.clock += wait;
	return 0;
}

static i64 call_select(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)e;
	return select_for((i32)a, (u64 *)b, (u64 *)c, (u64 *)d, t ? t->sec * 1000000000 + t->nsec * 1000 : -1);
}

static i64 call_pselect6(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)e;
	return select_for((i32)a, (u64 *)b, (u64 *)c, (u64 *)d, t ? t->sec * 1000000000 + t->nsec : -1);
}
