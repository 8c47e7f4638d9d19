/* ioctl. No descriptor is a terminal. */

enum { TCGETS = 0x5401, TIOCGWINSZ = 0x5413, FIONREAD = 0x541B, FIONBIO = 0x5421, FIONCLEX = 0x5450, FIOCLEX = 0x5451 };

static i64 available(struct inode *node, struct file *file)
{
	if (is(node, S_IFIFO))
		return node->size - node->start;
	settle_size(node);
	return node->size - file->pos;
}

static i64 call_ioctl(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = file_of(a);
	if (!file || (file->flags & O_PATH))
		return -EBADF;
	struct slot *slot = &k.slots[settle((i32)a)];
	switch ((u32)b) {
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
		if (file->node->device != PLAIN || is(file->node, S_IFDIR))
			return -ENOTTY;
		if (!c)
			return -EFAULT;
		*(i32 *)c = (i32)available(file->node, file);
		return 0;
	}
	return -ENOTTY;
}
