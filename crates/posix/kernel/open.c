/* Opening files, making them on the way. */

/* What the directory says to a new name in it: 0 or why not. */
static i64 may_add(const struct found *at)
{
	if (at->dir->device == DESCRIPTORS)
		return -ENOENT;
	if (at->dir->links == 0)
		return -ENOENT;
	return may(at->dir, MAY_WRITE | MAY_EXEC) ? 0 : -EACCES;
}

/* A new node under the name that was not found. */
static i64 add_node(struct found *at, struct inode *node)
{
	if (at->dir->mode & S_ISGID) {
		node->gid = at->dir->gid;
		if (is(node, S_IFDIR))
			node->mode |= S_ISGID;
	}
	node->dev = at->dir->dev;
	at->entry = add_entry(at->dir, at->name, at->length, node);
	at->node = node;
	return 0;
}

static i64 open_new(struct found *at, int flags, u32 mode)
{
	i64 bad = may_add(at);
	if (bad)
		return bad;
	add_node(at, masked(new_node(S_IFREG | (mode & 07777 & ~k.mask))));
	return install(new_file(at->node, flags), flags);
}

/* A fifo's other end may be missing: waiting for it would be waiting for ever. */
static i64 open_fifo(struct inode *node, int flags)
{
	int mode = flags & O_ACCMODE;
	if (mode == O_WRONLY && node->readers == 0) {
		if (flags & O_NONBLOCK)
			return -ENXIO;
		wait_for_ever("a fifo that nobody reads is opened");
	}
	if (mode == O_RDONLY && node->writers == 0 && !(flags & O_NONBLOCK))
		wait_for_ever("a fifo that nobody writes is opened");
	return 0;
}

static u32 wanted(int flags)
{
	static const u32 by_mode[4] = { MAY_READ, MAY_WRITE, MAY_READ | MAY_WRITE, MAY_READ | MAY_WRITE };
	return by_mode[flags & O_ACCMODE] | (flags & O_TRUNC ? MAY_WRITE : 0);
}

static i64 open_node(struct inode *node, int flags)
{
	if (is(node, S_IFLNK) && !(flags & O_PATH))
		return -ELOOP;
	if ((flags & O_DIRECTORY) && !is(node, S_IFDIR))
		return -ENOTDIR;
	if (flags & O_PATH)
		return install(new_file(node, flags & (O_PATH | O_DIRECTORY | O_NOFOLLOW)), flags);
	if (is(node, S_IFDIR) && ((flags & O_CREAT) || (wanted(flags) & MAY_WRITE)))
		return -EISDIR;
	if (!may(node, wanted(flags)))
		return -EACCES;
	if ((flags & O_NOATIME) && !owns(node))
		return -EPERM;
	if (node->device == TERMINAL)
		assumed(NO_TERMINAL);
	if (node->device == TERMINAL || is(node, S_IFSOCK))
		return -ENXIO;
	if (is(node, S_IFIFO) && node->device == PLAIN) {
		i64 bad = open_fifo(node, flags);
		if (bad)
			return bad;
	}
	i64 fd = install(new_file(node, flags), flags);
	if (fd >= 0 && (flags & O_TRUNC) && is(node, S_IFREG) && node->device == PLAIN) {
		resize(node, 0);
		drop_privileges(node);
		touched(node);
	}
	return fd;
}

static i64 open_at(i64 dirfd, const char *path, int flags, u32 mode)
{
	struct found at;
	int exclusive = (flags & O_CREAT) && (flags & O_EXCL);
	flags |= O_LARGEFILE;
	if (flags & O_PATH)
		flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	if ((flags & O_CREAT) && (flags & O_DIRECTORY))
		return -EINVAL;
	if (flags & O_TMPFILE_BIT)
		return flags & O_DIRECTORY ? -EOPNOTSUPP : -EINVAL;
	int how = (exclusive || (flags & O_NOFOLLOW) ? NO_FOLLOW : FOLLOW) | (flags & O_CREAT ? CREATES : 0);
	i64 bad = walk(dirfd, path, how, &at);
	if (bad)
		return bad;
	bad = inject(at.node ? EACCES : ENOENT);
	if (bad)
		return bad;
	bad = free_slot(0);
	if (bad < 0)
		return bad;
	if (!at.node)
		return flags & O_CREAT ? open_new(&at, flags, mode) : -ENOENT;
	if (exclusive)
		return -EEXIST;
	return open_node(at.node, flags);
}

static i64 call_open(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return open_at(AT_FDCWD, (const char *)a, (int)b, (u32)c);
}

static i64 call_openat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return open_at(a, (const char *)b, (int)c, (u32)d);
}

static i64 call_creat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return open_at(AT_FDCWD, (const char *)a, O_CREAT | O_WRONLY | O_TRUNC, (u32)b);
}

/* A file without a name. */
static i64 call_memfd_create(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	if (!a)
		return -EFAULT;
	if ((u32)b & ~3u)
		return -EINVAL;
	struct inode *node = new_node(S_IFREG | 0777);
	node->links = 0;
	node->dev = 1;
	return install(new_file(node, O_RDWR | O_LARGEFILE), b & 1 ? O_CLOEXEC : 0);
}
