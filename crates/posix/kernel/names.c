/* Path names: from text to a node, or to the directory and the name where one could be made. */

enum last { NORMAL, DOT, DOTDOT, ROOT };

struct found {
	struct inode *dir;
	struct inode *node; /* null where the last name does not exist */
	struct entry *entry;
	const char *name;
	i64 length; /* of the last name; -1 where nobody needed to know yet */
	enum last last;
	int slash;
	int links;
	int how;
	i64 late; /* what is wrong with the last name itself, for those who ask for the directory first */
};

/* FOLLOW: a link at the end is followed. CREATES: a name that does not exist is wanted, so its length must be known; a slash
   after it is wrong. EMPTY: an empty path
   means the start. PARENT: the last name is looked up, but neither followed nor required to be what a slash after it says. */
enum { NO_FOLLOW = 0, FOLLOW = 1, CREATES = 2, EMPTY = 4, PARENT = 8 };

static i64 walk_from(struct found *at, const char *path, int follow);
static struct file *file_of(i64 fd);

/* Compares a name that ends where nobody knows yet with an entry's; stops at the first difference. */
static int names(const char *p, const struct entry *entry)
{
	for (i64 i = 0; i < entry->length; i++)
		if (p[i] != entry->name[i])
			return 0;
	return p[entry->length] == 0 || p[entry->length] == '/';
}

/* The length of the name at `p`, or -1 where a byte of it is not a constant. */
static i64 constant_length(const char *p)
{
	i64 n = 0;
	for (;; n++) {
		if (klee_is_symbolic((u64)p[n]))
			return -1;
		if (p[n] == 0 || p[n] == '/')
			return n;
	}
}

static i64 open_length(const char *p)
{
	i64 n = 0;
	while (p[n] != 0 && p[n] != '/')
		n++;
	return n;
}

static struct entry *find(struct inode *dir, const char *p, i64 *length)
{
	for (i64 i = 0; i < dir->count; i++) {
		struct entry *entry = &dir->entries[i];
		int same;
		if (*length >= 0)
			same = *length == entry->length && memcmp(p, entry->name, (size_t)*length) == 0;
		else
			same = names(p, entry);
		if (same) {
			*length = entry->length;
			return entry;
		}
	}
	return NULL;
}

/* In the folder of descriptors a name is a number, and what it names is what is open there. */
static struct inode *descriptor(const char *p, i64 length)
{
	i64 fd = 0;
	if (length < 1 || length > 9)
		return NULL;
	for (i64 i = 0; i < length; i++) {
		if (p[i] < '0' || p[i] > '9')
			return NULL;
		fd = fd * 10 + (p[i] - '0');
	}
	struct file *file = file_of(fd);
	return file ? file->node : NULL;
}

/* A path depends on what else is in a folder. */
static void assumed_contents(const struct inode *dir)
{
	if (dir->world)
		assumed(dir == k.home ? INSIDE : OUTSIDE);
}

static i64 look_up(struct found *at, const char *p)
{
	struct inode *dir = at->node;
	at->length = constant_length(p);
	if (dir->device == DESCRIPTORS) {
		/* These are links, to what is not known. */
		assumed(STREAMS);
		if (at->length < 0)
			at->length = open_length(p);
		at->entry = NULL;
		at->node = descriptor(p, at->length);
	} else {
		at->entry = find(dir, p, &at->length);
		at->node = at->entry ? at->entry->node : NULL;
	}
	if (!at->node)
		assumed_contents(dir);
	at->dir = dir;
	at->name = p;
	at->last = NORMAL;
	/* Where a name is not found, how long it is matters only to whoever wants to make it, and where it could be too long. */
	if (!at->node && at->length < 0 && ((at->how & CREATES) || klee_get_obj_size((void *)p) > NAME_MAX))
		at->length = open_length(p);
	at->late = at->length > NAME_MAX ? -ENAMETOOLONG : 0;
	return 0;
}

/* One name, which is not empty. Sets what `at` has of it; leaves links alone. */
static i64 step(struct found *at, const char *p)
{
	if (!is(at->node, S_IFDIR))
		return -ENOTDIR;
	if (!may(at->node, MAY_EXEC))
		return -EACCES;
	at->entry = NULL;
	at->late = 0;
	if (p[0] == '.') {
		if (p[1] == 0 || p[1] == '/') {
			at->dir = at->node;
			at->name = p;
			at->length = 1;
			at->last = DOT;
			return 0;
		}
		if (p[1] == '.' && (p[2] == 0 || p[2] == '/')) {
			at->dir = at->node;
			at->node = at->node->parent;
			at->name = p;
			at->length = 2;
			at->last = DOTDOT;
			return 0;
		}
	}
	return look_up(at, p);
}

/* The link that the last step came to is followed, from the directory where it stands. */
static i64 follow_link(struct found *at, int last, int slash)
{
	if (++at->links > MAX_LINKS)
		return -ELOOP;
	struct inode *link = at->node;
	int how = at->how;
	at->node = at->dir;
	if (!last)
		at->how &= ~(PARENT | CREATES);
	i64 bad = walk_from(at, (const char *)link->data, 1);
	at->how = how;
	at->slash |= slash;
	if (bad == 0 && !last && !at->node)
		return -ENOENT;
	return bad;
}

static i64 walk_from(struct found *at, const char *path, int follow)
{
	const char *p = path;
	at->slash = 0;
	if (*p == 0)
		return -ENOENT;
	if (*p == '/') {
		at->node = k.root;
		at->dir = k.root;
		at->name = p;
		at->length = 0;
		at->last = ROOT;
		do
			p++;
		while (*p == '/');
	}
	while (*p != 0) {
		i64 bad = step(at, p);
		if (bad)
			return bad;
		if (at->length < 0)
			return -ENOENT;
		p += at->length;
		int slash = *p == '/';
		while (*p == '/')
			p++;
		int last = *p == 0;
		int parent = last && (at->how & PARENT);
		if (slash && last && at->last == NORMAL && (at->how & CREATES) && !parent)
			return -EISDIR;
		if (at->late && !parent)
			return at->late;
		if (!at->node && !last)
			return -ENOENT;
		at->slash = slash;
		if (at->node && is(at->node, S_IFLNK) && !parent && (!last || follow || slash)) {
			bad = follow_link(at, last, slash);
			if (bad)
				return bad;
		}
		if (last)
			break;
	}
	if (at->how & PARENT)
		return 0;
	return at->node && at->slash && !is(at->node, S_IFDIR) ? -ENOTDIR : 0;
}

/* Finds `path` as seen from the directory `dirfd`. A last name that does not exist is no failure: node is null then. */
static i64 walk(i64 dirfd, const char *path, int how, struct found *at)
{
	memset(at, 0, sizeof *at);
	at->how = how;
	if (!path)
		return -EFAULT;
	if (*path == 0 && !(how & EMPTY))
		return -ENOENT;
	/* The whole may be PATH_MAX bytes with its end; only a constant can be that long before it ends. */
	for (i64 n = 0; !klee_is_symbolic((u64)path[n]) && path[n]; n++)
		if (n >= PATH_MAX - 1)
			return -ENAMETOOLONG;
	at->node = k.cwd;
	if (*path != '/' && (i32)dirfd != AT_FDCWD) {
		struct file *file = file_of(dirfd);
		if (!file)
			return -EBADF;
		at->node = file->node;
		if (*path == 0)
			return 0;
		if (!is(at->node, S_IFDIR))
			return -ENOTDIR;
	} else if (*path == 0) {
		return 0;
	}
	return walk_from(at, path, how & FOLLOW);
}

/* As walk, for those who need the file to exist. */
static i64 walk_to(i64 dirfd, const char *path, int how, struct inode **node)
{
	struct found at;
	i64 bad = walk(dirfd, path, how, &at);
	if (bad)
		return bad;
	*node = at.node;
	return at.node ? 0 : -ENOENT;
}

/* The place of a name that is to be made: it must not exist, and only a directory's may end in a slash. */
static i64 walk_to_new(i64 dirfd, const char *path, int is_dir, struct found *at)
{
	i64 bad = walk(dirfd, path, PARENT | CREATES, at);
	if (bad)
		return bad;
	if (at->last != NORMAL)
		return -EEXIST;
	if (at->late)
		return at->late;
	if (at->node)
		return -EEXIST;
	return at->slash && !is_dir ? -ENOENT : 0;
}
