/* Memory that a program asks the kernel for. Each mapping is an object of its own, so that accesses beyond it are found. */

enum { MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_SHARED_VALIDATE = 3, MAP_TYPE = 15, MAP_FIXED = 16, MAP_ANONYMOUS = 32 };
enum { PROT_READ = 1, PROT_WRITE = 2, PROT_EXEC = 4 };

struct mapping {
	struct mapping *next;
	u8 *base;
	i64 length;
	struct inode *node; /* written back there, if any */
	i64 offset;
};

static struct mapping *mappings;

/* What a program wrote to a shared mapping gets into the file; bytes past the file's end stay out. */
static void write_back(struct mapping *m)
{
	if (!m->node || m->offset >= m->node->size)
		return;
	if (reserve(m->node, m->node->size) == 0)
		memcpy(m->node->data + m->offset, m->base, (size_t)smaller(m->length, m->node->size - m->offset));
}

static void write_back_all(void)
{
	for (struct mapping *m = mappings; m; m = m->next)
		write_back(m);
}

static struct mapping **mapping_at(u8 *base)
{
	struct mapping **at = &mappings;
	while (*at && (*at)->base != base)
		at = &(*at)->next;
	return *at ? at : NULL;
}

static i64 map_file(struct file *file, i64 prot, i64 flags, i64 offset, struct mapping *m)
{
	struct inode *node = file->node;
	int shared = (flags & MAP_TYPE) != MAP_PRIVATE;
	if (is_standard(node))
		assumed(STREAMS);
	if (file->flags & O_PATH)
		return -EBADF;
	if (!can_read(file) || (shared && (prot & PROT_WRITE) && !can_write(file)))
		return -EACCES;
	if (node->device == ZERO)
		return 0;
	if (!is(node, S_IFREG))
		return -ENODEV;
	settle_size(node);
	if (offset < node->size)
		memcpy(m->base, node->data + offset, (size_t)smaller(m->length, node->size - offset));
	if (shared && (prot & PROT_WRITE)) {
		assumed(MAPPINGS);
		m->node = node;
		m->offset = offset;
		node->opens++;
	}
	return 0;
}

static void unmap(struct mapping **at)
{
	struct mapping *m = *at;
	write_back(m);
	*at = m->next;
	if (m->node) {
		m->node->opens--;
		release(m->node);
	}
	free(m->base);
	free(m);
}

/* What may not be written is an error to write. That something may not be read either is not modelled. */
static void protect(struct mapping *m, i64 prot)
{
	int none = !(prot & (PROT_READ | PROT_WRITE));
	if (none)
		assumed(MAPPINGS);
	__homing_protect(m->base, !none && !(prot & PROT_WRITE));
}

static i64 call_mmap(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 length = settle(b);
	i64 type = d & MAP_TYPE;
	if (length <= 0)
		return length == 0 ? -EINVAL : -ENOMEM;
	if ((f & (PAGE - 1)) || (type != MAP_SHARED && type != MAP_PRIVATE && type != MAP_SHARED_VALIDATE))
		return -EINVAL;
	if (d & MAP_FIXED) {
		assumed(MAPPINGS);
		return -ENOMEM;
	}
	struct file *file = NULL;
	if (!(d & MAP_ANONYMOUS)) {
		file = file_of(e);
		if (!file)
			return -EBADF;
	}
	i64 room = (length + PAGE - 1) & ~(i64)(PAGE - 1);
	struct mapping *m = calloc(1, sizeof *m);
	m->base = __homing_map((size_t)room);
	m->length = room;
	if (!m->base) {
		free(m);
		return -ENOMEM;
	}
	i64 bad = file ? map_file(file, c, d, f, m) : 0;
	if (bad) {
		free(m->base);
		free(m);
		return bad;
	}
	m->next = mappings;
	mappings = m;
	protect(m, c);
	return (i64)m->base;
}

/* A mapping goes as a whole. */
static i64 call_munmap(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 length = (settle(b) + PAGE - 1) & ~(i64)(PAGE - 1);
	if (length <= 0)
		return -EINVAL;
	struct mapping **at = mapping_at((u8 *)a);
	if (at && (*at)->length == length)
		unmap(at);
	else
		assumed(MAPPINGS);
	return 0;
}

static i64 call_mremap(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 length = (settle(c) + PAGE - 1) & ~(i64)(PAGE - 1);
	struct mapping **at = mapping_at((u8 *)a);
	if (!at)
		return -EFAULT;
	if (length <= 0 || (d & ~(i64)1))
		return -EINVAL;
	struct mapping *m = *at;
	if (length < m->length)
		assumed(MAPPINGS);
	if (length <= m->length)
		return a;
	if (!(d & 1) || m->node)
		return -ENOMEM;
	u8 *base = __homing_map((size_t)length);
	if (!base)
		return -ENOMEM;
	memcpy(base, m->base, (size_t)m->length);
	free(m->base);
	m->base = base;
	m->length = length;
	assumed(MAPPINGS);
	return (i64)base;
}

static i64 call_msync(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct mapping **at = mapping_at((u8 *)a);
	if (at)
		write_back(*at);
	return 0;
}

static i64 call_mprotect(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 length = (settle(b) + PAGE - 1) & ~(i64)(PAGE - 1);
	if (c & ~(i64)(PROT_READ | PROT_WRITE | PROT_EXEC | 0x3000000))
		return -EINVAL;
	struct mapping **at = mapping_at((u8 *)a);
	if (at && (*at)->length == length)
		protect(*at, c);
	else if (length) {
		assumed(MAPPINGS);
		/* Of a part: rather the whole may be written than none of it. */
		if (c & PROT_WRITE)
			__homing_protect((void *)a, 0);
	}
	return 0;
}

/* Pages that are not needed any more read as zero afterwards, where they are a mapping of nothing. */
static i64 call_madvise(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	i64 length = settle(b);
	if (length < 0)
		return -EINVAL;
	struct mapping **at = mapping_at((u8 *)a);
	if ((i32)c == 4 && at && !(*at)->node)
		memset((*at)->base, 0, (size_t)smaller(length, (*at)->length));
	return 0;
}

/* How much may be locked is a limit of the process. */
static i64 call_mlock(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(LIMITS);
	return 0;
}

/* The break does not move: whoever wants memory this way is told that there is none, and maps some instead. */
static i64 call_brk(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	assumed(BREAK);
	return 0x10000000;
}

static u64 robust_list[2];

static i64 call_set_robust_list(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	robust_list[0] = (u64)a;
	robust_list[1] = (u64)b;
	return b == 24 ? 0 : -EINVAL;
}

u64 __homing_tp;

enum { ARCH_SET_FS = 0x1002, ARCH_GET_FS = 0x1003 };

/* The thread pointer. */
static i64 call_arch_prctl(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	a = (i32)a;
	if (a == ARCH_SET_FS) {
		__homing_tp = (u64)b;
		return 0;
	}
	if (a != ARCH_GET_FS)
		return -EINVAL;
	*(u64 *)b = __homing_tp;
	return 0;
}
