/* Pipes and fifos within the one process there is. */

/* What would wait for somebody else waits for ever: the path ends here. */
static void __attribute__((noreturn)) wait_for_ever(const char *why)
{
	__homing_loss(why);
	klee_silent_exit(1);
}

static i64 pipe_read(struct file *file, u8 *to, i64 n)
{
	struct inode *node = file->node;
	i64 there = node->size - node->start;
	if (there == 0) {
		if (node->writers == 0)
			return 0;
		if (file->flags & O_NONBLOCK)
			return -EAGAIN;
		wait_for_ever("a read from an empty pipe waits for ever");
	}
	i64 count = smaller(there, n);
	memcpy(to, node->data + node->start, (size_t)count);
	node->start += count;
	if (node->start == node->size)
		node->start = node->size = 0;
	return count;
}

static i64 broken_pipe(void);

static i64 pipe_write(struct file *file, const u8 *from, i64 n)
{
	struct inode *node = file->node;
	i64 there = node->size - node->start;
	i64 count = smaller(n, PIPE_ROOM - there);
	if (node->readers == 0)
		return broken_pipe();
	/* Up to PIPE_BUF bytes go in one piece or not at all. */
	if (count < n) {
		if (!(file->flags & O_NONBLOCK))
			wait_for_ever("a write to a full pipe waits for ever");
		if (count == 0 || n <= PAGE)
			return -EAGAIN;
	}
	if (node->start) {
		memmove(node->data, node->data + node->start, (size_t)there);
		node->start = 0;
		node->size = there;
	}
	i64 bad = reserve(node, there + count);
	if (bad)
		return bad;
	memcpy(node->data + there, from, (size_t)count);
	node->size = there + count;
	return count;
}

static i64 make_pipe(i32 *fds, int flags)
{
	if (!fds)
		return -EFAULT;
	struct inode *node = new_node(S_IFIFO | 0600);
	node->links = 0;
	node->dev = 14;
	i64 in = install(new_file(node, O_RDONLY | (flags & O_NONBLOCK)), flags);
	if (in < 0)
		return in;
	i64 out = install(new_file(node, O_WRONLY | (flags & O_NONBLOCK)), flags);
	if (out < 0) {
		clear_slot(in);
		return out;
	}
	fds[0] = (i32)in;
	fds[1] = (i32)out;
	return 0;
}

static i64 call_pipe(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return make_pipe((i32 *)a, 0);
}

static i64 call_pipe2(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((i32)b & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
		return -EINVAL;
	return make_pipe((i32 *)a, (int)b);
}
