/* The table of descriptors: open descriptions, dup, fcntl, close. */

static struct file *file_of(i64 fd)
{
	i32 n = (i32)settle((i32)fd);
	return n >= 0 && n < k.slot_room ? k.slots[n].file : NULL;
}

/* As file_of, for calls that do something with the contents: a descriptor of a mere path has none. */
static struct file *open_file(i64 fd)
{
	struct file *file = file_of(fd);
	return file && !(file->flags & O_PATH) ? file : NULL;
}

static void close_node(struct file *file)
{
	struct inode *node = file->node;
	node->opens--;
	if (is(node, S_IFIFO) && node->device == PLAIN && !(file->flags & O_PATH)) {
		int mode = file->flags & O_ACCMODE;
		if (mode != O_WRONLY)
			node->readers--;
		if (mode != O_RDONLY)
			node->writers--;
	}
	release(node);
}

/* A new description of `node`; whoever puts it into the table counts. */
static struct file *new_file(struct inode *node, int flags)
{
	struct file *file = calloc(1, sizeof *file);
	file->node = node;
	file->flags = flags & ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
	node->opens++;
	if (is(node, S_IFIFO) && node->device == PLAIN && !(flags & O_PATH)) {
		int mode = flags & O_ACCMODE;
		if (mode != O_WRONLY)
			node->readers++;
		if (mode != O_RDONLY)
			node->writers++;
	}
	return file;
}

/* Makes slot `n` exist. */
static void grow_slots(i64 n)
{
	i64 room = k.slot_room ? k.slot_room : 16;
	while (room <= n)
		room *= 2;
	if (room == k.slot_room)
		return;
	struct slot *slots = calloc((size_t)room, sizeof *slots);
	if (k.slot_room)
		memcpy(slots, k.slots, (size_t)k.slot_room * sizeof *slots);
	free(k.slots);
	k.slots = slots;
	k.slot_room = room;
}

/* The lowest free descriptor from `from` on, or -EMFILE. */
static i64 free_slot(i64 from)
{
	i64 n = from;
	while (n < k.slot_room && k.slots[n].file)
		n++;
	if (n >= k.max_files)
		return -EMFILE;
	grow_slots(n);
	return n;
}

static void set_slot(i64 n, struct file *file, int cloexec)
{
	k.slots[n].file = file;
	k.slots[n].cloexec = cloexec != 0;
	file->refs++;
}

static void clear_slot(i64 n)
{
	struct file *file = k.slots[n].file;
	k.slots[n].file = NULL;
	if (--file->refs)
		return;
	close_node(file);
	free(file);
}

/* A description gets the lowest number, or goes away where there is none. */
static i64 install(struct file *file, int flags)
{
	i64 n = free_slot(0);
	if (n < 0) {
		close_node(file);
		free(file);
		return n;
	}
	set_slot(n, file, flags & O_CLOEXEC);
	return n;
}

static i64 inject(i64 error);

static i64 call_close(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (!file_of(a))
		return -EBADF;
	i64 bad = inject(EIO);
	clear_slot(settle((i32)a));
	return bad;
}

static i64 call_close_range(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 first = (u32)a;
	u32 last = (u32)b;
	if (first > last || ((u32)c & ~6u))
		return -EINVAL;
	for (i64 n = first; n <= last && n < k.slot_room; n++) {
		if (!k.slots[n].file)
			continue;
		if (c & 4)
			k.slots[n].cloexec = 1;
		else
			clear_slot(n);
	}
	return 0;
}

static i64 dup_from(struct file *file, i64 from, int cloexec)
{
	i64 n = free_slot(from);
	if (n >= 0)
		set_slot(n, file, cloexec);
	return n;
}

static i64 call_dup(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = file_of(a);
	return file ? dup_from(file, 0, 0) : -EBADF;
}

static i64 dup_onto(i64 a, i64 b, int cloexec)
{
	struct file *file = file_of(a);
	i32 to = (i32)settle((i32)b);
	if (!file || to < 0 || to >= k.max_files)
		return -EBADF;
	grow_slots(to);
	file->refs++;
	if (k.slots[to].file)
		clear_slot(to);
	file->refs--;
	set_slot(to, file, cloexec);
	return to;
}

static i64 call_dup2(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if ((i32)a == (i32)b)
		return file_of(a) ? (i32)b : -EBADF;
	return dup_onto(a, b, 0);
}

static i64 call_dup3(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (((i32)c & ~O_CLOEXEC) || (i32)a == (i32)b)
		return -EINVAL;
	return dup_onto(a, b, (int)c & O_CLOEXEC);
}

enum {
	F_DUPFD = 0, F_GETFD = 1, F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, F_GETLK = 5, F_SETLK = 6, F_SETLKW = 7, F_SETOWN = 8,
	F_GETOWN = 9, F_OFD_GETLK = 36, F_OFD_SETLK = 37, F_OFD_SETLKW = 38, F_DUPFD_CLOEXEC = 1030, F_SETPIPE_SZ = 1031, F_GETPIPE_SZ = 1032, F_RDLCK = 0, F_WRLCK = 1, F_UNLCK = 2
};

static int is_standard(const struct inode *node)
{
	return node == k.standard[0] || node == k.standard[1] || node == k.standard[2];
}

/* A terminal can be read from and written to by any of the standard streams. */
static int allows(const struct file *file, int forbidden)
{
	int allowed = (file->flags & O_ACCMODE) != forbidden;
	if (!allowed && is_standard(file->node))
		assumed(STREAMS);
	return allowed;
}

static int can_read(const struct file *file)
{
	return allows(file, O_WRONLY);
}

static int can_write(const struct file *file)
{
	return allows(file, O_RDONLY);
}

struct lock {
	u16 type;
	u16 whence;
	i64 start;
	i64 length;
	i32 pid;
};

/* Does the lock describe a range of the file? */
static i64 lock_range(struct file *file, const struct lock *lock)
{
	i64 from = 0;
	i64 length = lock->length;
	if (lock->whence == SEEK_CUR) {
		if (file->at_end)
			settle_size(file->node);
		from = file->pos;
	} else if (lock->whence == SEEK_END) {
		settle_size(file->node);
		from = is(file->node, S_IFREG) ? file->node->size : is(file->node, S_IFDIR) ? 4096 : 0;
	} else if (lock->whence != SEEK_SET) {
		return -EINVAL;
	}
	i64 most = 0x7fffffffffffffff;
	if (lock->start > most - from)
		return -EOVERFLOW;
	from += lock->start;
	if (from < 0 || (length < 0 && from + length < 0))
		return -EINVAL;
	return length > 0 && length - 1 > most - from ? -EOVERFLOW : 0;
}

/* Nobody else is there to hold a lock. */
static i64 get_lock(struct file *file, struct lock *lock, int of_file)
{
	if (!lock)
		return -EFAULT;
	if (!of_file && lock->type != F_RDLCK && lock->type != F_WRLCK)
		return -EINVAL;
	i64 bad = lock_range(file, lock);
	if (bad)
		return bad;
	if (of_file && (lock->pid || lock->type > F_UNLCK))
		return -EINVAL;
	lock->type = F_UNLCK;
	return 0;
}

static i64 set_lock(struct file *file, const struct lock *lock, int of_file)
{
	if (!lock)
		return -EFAULT;
	i64 bad = lock_range(file, lock);
	if (!bad && lock->type > F_UNLCK)
		bad = -EINVAL;
	if (!bad && ((lock->type == F_RDLCK && !can_read(file)) || (lock->type == F_WRLCK && !can_write(file))))
		bad = -EBADF;
	if (!bad && of_file && lock->pid)
		bad = -EINVAL;
	return bad;
}

static i64 call_fcntl(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = file_of(a);
	if (!file)
		return -EBADF;
	struct slot *slot = &k.slots[settle((i32)a)];
	b = (u32)b;
	int changeable = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
	if ((file->flags & O_PATH) && b != F_DUPFD && b != F_DUPFD_CLOEXEC && b != F_GETFD && b != F_SETFD && b != F_GETFL)
		return -EBADF;
	switch (b) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		/* Programs pass an int, whose upper half is anything. */
		c = (u32)c;
		if ((u64)c >= (u64)k.max_files)
			return -EINVAL;
		return dup_from(file, c, b == F_DUPFD_CLOEXEC);
	case F_GETFD:
		return slot->cloexec;
	case F_SETFD:
		slot->cloexec = c & 1;
		return 0;
	case F_GETFL:
		return is_standard(file->node) ? assumed_number(file->flags, STREAMS) : file->flags;
	case F_SETFL:
		file->flags = (file->flags & ~changeable) | ((int)c & changeable);
		return 0;
	case F_GETLK:
	case F_OFD_GETLK:
		return get_lock(file, (struct lock *)c, b == F_OFD_GETLK);
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
		return set_lock(file, (const struct lock *)c, b >= F_OFD_GETLK);
	case F_GETOWN:
		return 0;
	case F_GETPIPE_SZ:
		return is(file->node, S_IFIFO) ? PIPE_ROOM : -EBADF;
	}
	unmodelled("a command of `fcntl`", b);
	return -EINVAL;
}

static i64 call_flock(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 what = (i32)b & ~4;
	if (!open_file(a))
		return -EBADF;
	return what == 1 || what == 2 || what == 8 ? 0 : -EINVAL;
}
