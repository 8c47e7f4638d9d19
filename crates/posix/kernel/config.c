/* Reads the configuration: a row of numbers and texts, little end first. See `encode` on the other side for their order. */

extern const unsigned char __homing_config[];
extern const unsigned long __homing_config_size;

static u64 take_number(i64 bytes)
{
	u64 value = 0;
	memcpy(&value, k.blob + k.at, (size_t)bytes);
	k.at += bytes;
	return value;
}

static u32 take32(void)
{
	return (u32)take_number(4);
}

/* A text with its length before it and a NUL after it, in place. */
static const char *take_text(i64 *length)
{
	*length = (i64)take_number(8);
	const char *text = (const char *)k.blob + k.at;
	k.at += *length + 1;
	return text;
}

static int take_head(void)
{
	k.blob = __homing_config;
	k.at = 0;
	if (__homing_config_size < 8 || take32() != 0x31474d48)
		return 0;
	k.libc = (int)take32();
	k.fails_left = (int)take32();
	k.max_files = take32();
	k.max_bytes = (i64)take_number(8);
	k.uid = k.euid = k.suid = take32();
	k.gid = k.egid = k.sgid = take32();
	return 1;
}

static struct inode *add_named(struct inode *dir, const char *name, struct inode *node)
{
	add_entry(dir, name, (i64)strlen(name), node);
	return node;
}

static struct inode *add_device(struct inode *dir, const char *name, enum device device, i64 rdev)
{
	struct inode *node = new_node(S_IFCHR | 0666);
	node->device = device;
	node->rdev = rdev;
	node->dev = dir->dev;
	return add_named(dir, name, node);
}

static void add_link(struct inode *dir, const char *name, const char *to)
{
	add_named(dir, name, new_link(to, (i64)strlen(to)));
}

/* The folders and devices that every process expects. They are user 0's. */
static void make_world(void)
{
	u32 uid = k.euid;
	u32 gid = k.egid;
	k.euid = k.egid = 0;
	k.root = new_dir(0755, NULL);
	k.root->parent = k.root;
	k.cwd = k.root;
	add_named(k.root, "tmp", new_dir(01777, k.root));
	struct inode *dev = add_named(k.root, "dev", new_dir(0755, k.root));
	dev->dev = 6;
	add_device(dev, "null", NUL, 0x103);
	add_device(dev, "zero", ZERO, 0x105);
	add_device(dev, "full", FULL, 0x107);
	add_device(dev, "tty", TERMINAL, 0x500);
	add_device(dev, "random", RANDOM, 0x108);
	add_device(dev, "urandom", RANDOM, 0x109);
	add_link(dev, "fd", "/proc/self/fd");
	add_link(dev, "stdin", "/proc/self/fd/0");
	add_link(dev, "stdout", "/proc/self/fd/1");
	add_link(dev, "stderr", "/proc/self/fd/2");
	struct inode *proc = add_named(k.root, "proc", new_dir(0555, k.root));
	proc->dev = 21;
	struct inode *self = add_named(proc, "self", new_dir(0555, proc));
	struct inode *fds = add_named(self, "fd", new_dir(0555, self));
	fds->device = DESCRIPTORS;
	for (i64 i = 0; i < k.root->count; i++)
		k.root->entries[i].node->world = 1;
	self->world = 1;
	k.euid = uid;
	k.egid = gid;
}

/* Makes the directories on the way to the last name of `path`, which is left in `at`. Null where a file is in the way. */
static const char *make_parents(const char *path, struct inode **at)
{
	struct inode *dir = *path == '/' ? k.root : k.cwd;
	const char *p = path;
	for (;;) {
		while (*p == '/')
			p++;
		i64 n = 0;
		while (p[n] && p[n] != '/')
			n++;
		*at = dir;
		if (!p[n])
			return p;
		i64 length = n;
		struct entry *entry = find(dir, p, &length);
		struct inode *next = entry ? entry->node : NULL;
		if (!next) {
			next = new_dir(0755, dir);
			add_entry(dir, p, n, next);
		}
		if (!is(next, S_IFDIR))
			return NULL;
		dir = next;
		p += n;
	}
}

/* The working directory; what is above it belongs to user 0. */
static void make_cwd(const char *path)
{
	struct inode *dir;
	u32 uid = k.euid;
	u32 gid = k.egid;
	k.euid = k.egid = 0;
	const char *last = make_parents(path, &dir);
	k.euid = uid;
	k.egid = gid;
	if (!last)
		return;
	i64 n = (i64)strlen(last);
	if (n == 0) {
		k.cwd = dir;
		return;
	}
	struct entry *entry = find(dir, last, &n);
	if (!entry)
		entry = add_entry(dir, last, n, new_dir(0755, dir));
	if (is(entry->node, S_IFDIR))
		k.cwd = entry->node;
	/* What flags put there is not all that there is in folders above. */
	for (struct inode *above = k.cwd; above != k.root;) {
		above = above->parent;
		above->world = 1;
	}
	k.cwd->world = 0;
}

/* A symbolic file: all its bytes, and how many of them count. */
static struct inode *new_symbolic(const char *name, i64 most, u32 mode)
{
	struct inode *node = new_node(S_IFREG | mode);
	if (most == 0)
		return node;
	node->data = malloc((size_t)most);
	klee_make_symbolic(node->data, (size_t)most, name);
	char *size_name = malloc(strlen(name) + 6);
	put(put(size_name, name), "-size");
	node->size = klee_range(0, (int)most + 1, size_name);
	free(size_name);
	node->input = 1;
	node->loose = 1;
	node->least = 0;
	node->most = most;
	return node;
}

static struct inode *new_concrete(const char *bytes, i64 length, u32 mode)
{
	struct inode *node = new_node(S_IFREG | mode);
	node->data = (u8 *)bytes;
	node->size = length;
	return node;
}

enum { SPEC_FILE, SPEC_SYMBOLIC, SPEC_DIR, SPEC_LINK };

static struct inode *take_node(u32 mode, struct inode *dir)
{
	i64 length;
	const char *text;
	switch (take32()) {
	case SPEC_FILE:
		text = take_text(&length);
		return new_concrete(text, length, mode);
	case SPEC_SYMBOLIC:
		text = take_text(&length);
		return new_symbolic(text, take32(), mode);
	case SPEC_DIR:
		return new_dir(mode, dir);
	default:
		text = take_text(&length);
		return new_link(text, length);
	}
}

/* The directory of the file before: files come directory by directory. */
static struct {
	const char *path;
	i64 length;
	struct inode *dir;
} recent;

static const char *find_place(const char *path, i64 length, struct inode **dir)
{
	i64 n = length;
	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n && n == recent.length && memcmp(path, recent.path, (size_t)n) == 0) {
		*dir = recent.dir;
		return path + n;
	}
	const char *last = make_parents(path, dir);
	if (last) {
		recent.path = path;
		recent.length = n;
		recent.dir = *dir;
	}
	return last;
}

/* What comes twice: a later file replaces an earlier one; a directory that is there already only gets its mode and its owner. */
static struct inode *replace(struct entry *entry, struct inode *node)
{
	struct inode *old = entry->node;
	if (is(node, S_IFDIR) && is(old, S_IFDIR)) {
		old->mode = node->mode;
		old->uid = node->uid;
		old->gid = node->gid;
		return node;
	}
	if (is(node, S_IFDIR) || is(old, S_IFDIR)) {
		__homing_loss("a file of the environment has no place");
		return node;
	}
	entry->node = node;
	return old;
}

static void take_file(void)
{
	i64 length;
	struct inode *dir = k.cwd;
	int fresh = (int)take32();
	const char *path = take_text(&length);
	u32 mode = take32() & 07777;
	const char *last = find_place(path, length, &dir);
	struct inode *node = take_node(mode, dir);
	i64 n = last ? path + length - last : 0;
	struct entry *entry = n && !fresh ? find(dir, last, &n) : NULL;
	if (n && !entry) {
		add_entry(dir, last, n, node);
		return;
	}
	if (entry)
		node = replace(entry, node);
	else if (!is(node, S_IFDIR))
		__homing_loss("a file of the environment has no place");
	node->links = 0;
	release(node);
}

enum { STDIN_EMPTY, STDIN_CONCRETE, STDIN_SYMBOLIC, STDIN_UNBOUNDED };

static struct inode *take_stdin(void)
{
	i64 length;
	const char *bytes;
	switch (take32()) {
	case STDIN_CONCRETE:
		bytes = take_text(&length);
		return new_concrete(bytes, length, 0600);
	case STDIN_SYMBOLIC:
		return new_symbolic("stdin", take32(), 0600);
	case STDIN_UNBOUNDED: {
		struct inode *node = new_node(S_IFIFO | 0600);
		node->device = STREAM;
		return node;
	}
	default:
		return new_concrete("", 0, 0600);
	}
}

static struct inode *new_output(i64 fd)
{
	struct inode *node = new_node(S_IFIFO | 0600);
	node->device = OUTPUT;
	node->dev = 14;
	node->start = fd;
	return node;
}
