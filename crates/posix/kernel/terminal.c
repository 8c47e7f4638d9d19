/* ioctl. No descriptor is a terminal. */

enum { TCGETS = 0x5401, TIOCGWINSZ = 0x5413, FIONREAD = 0x541B, FIONBIO = 0x5421, FIONCLEX = 0x5450, FIOCLEX = 0x5451, FICLONE = 0x40049409 };

static i64 available(struct inode *node, struct file *file)
{
	if (node->device != PLAIN)
		return 0;
	if (is(node, S_IFIFO))
		return node->size - node->start;
	settle_size(node);
	return node->size - file->pos;
}

static i64 call_ioctl(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	struct slot *slot = &k.slots[settle((i32)a)];
	switch ((u32)b) {
	case FICLONE:
		return -EOPNOTSUPP;
	case FIOCLEX:
		slot->cloexec = 1;
		return 0;
	case FIONCLEX:
		slot->cloexec = 0;
		return 0;
	case FIONBIO:
		if (!c)
			return -EFAULT;
		file->flags = *(i32 *)c ? file->flags | O_NONBLOCK : file->flags & ~O_NONBLOCK;
		return 0;
	case FIONREAD:
		if (is_standard(file->node))
			assumed(STREAMS);
		if (!is(file->node, S_IFIFO) && !is(file->node, S_IFREG))
			return -ENOTTY;
		if (!c)
			return -EFAULT;
		*(i32 *)c = (i32)available(file->node, file);
		return 0;
	}
	if (((u32)b & ~0xffu) == 0x5400)
		assumed(NO_TERMINAL);
	else
		unmodelled("a request of `ioctl`", (u32)b);
	return -ENOTTY;
}
