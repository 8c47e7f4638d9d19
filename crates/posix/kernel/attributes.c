/* Changing what is known about a file: mode, owner, times, length. */

static i64 set_mode(struct inode *node, u32 mode)
{
	if (!owns(node))
		return -EPERM;
	if (is(node, S_IFLNK))
		return -EOPNOTSUPP;
	mode &= 07777;
	if (k.euid != 0 && k.egid != node->gid)
		mode &= ~(u32)S_ISGID;
	node->mode = (node->mode & S_IFMT) | mode;
	node->masked = 0;
	node->made = 1;
	node->changed = now();
	return 0;
}

static i64 mode_at(i64 dirfd, const char *path, int how, u32 mode)
{
	struct inode *node;
	i64 bad = walk_to(dirfd, path, how, &node);
	return bad ? bad : set_mode(node, mode);
}

static i64 call_chmod(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mode_at(AT_FDCWD, (const char *)a, FOLLOW, (u32)b);
}

static i64 call_fchmodat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mode_at(a, (const char *)b, FOLLOW, (u32)c);
}

static i64 call_fchmodat2(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	d = (i32)d;
	if (d & ~(i64)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	return mode_at(a, (const char *)b, how_of(d), (u32)c);
}

static i64 call_fchmod(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	return set_mode(file->node, (u32)b);
}

/* Who is not user 0 may give a file to nobody else, and to no group but its own. */
static i64 set_owner(struct inode *node, u32 uid, u32 gid)
{
	int same_user = uid == ~0u || uid == node->uid;
	int own_group = gid == ~0u || gid == node->gid || gid == k.egid;
	if (k.euid != 0) {
		if (uid != ~0u && !(same_user && k.euid == node->uid))
			return -EPERM;
		if (gid != ~0u && !(own_group && k.euid == node->uid))
			return -EPERM;
	}
	if (uid != ~0u)
		node->uid = uid;
	if (gid != ~0u)
		node->gid = gid;
	if (!is(node, S_IFDIR)) {
		node->mode &= ~(u32)S_ISUID;
		if (node->mode & 010)
			node->mode &= ~(u32)S_ISGID;
	}
	node->changed = now();
	return 0;
}

static i64 owner_at(i64 dirfd, const char *path, int how, i64 uid, i64 gid)
{
	struct inode *node;
	assumed(PERMISSION);
	i64 bad = walk_to(dirfd, path, how, &node);
	return bad ? bad : set_owner(node, (u32)uid, (u32)gid);
}

static i64 call_chown(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return owner_at(AT_FDCWD, (const char *)a, FOLLOW, b, c);
}

static i64 call_lchown(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return owner_at(AT_FDCWD, (const char *)a, NO_FOLLOW, b, c);
}

static i64 call_fchownat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	e = (i32)e;
	if (e & ~(i64)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	return owner_at(a, (const char *)b, how_of(e), c, d);
}

static i64 call_fchown(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	assumed(PERMISSION);
	return set_owner(file->node, (u32)b, (u32)c);
}

enum { UTIME_NOW = 0x3fffffff, UTIME_OMIT = 0x3ffffffe };

static int wrong_time(const struct time *t)
{
	return t->nsec != UTIME_NOW && t->nsec != UTIME_OMIT && (u64)t->nsec >= 1000000000;
}

static void set_time(struct time *to, const struct time *t)
{
	if (t->nsec == UTIME_NOW)
		*to = now();
	else if (t->nsec != UTIME_OMIT)
		*to = *t;
}

/* Times of nobody's choice may be set by whoever may write; others only by the owner. */
static i64 set_times(struct inode *node, const struct time *t)
{
	static const struct time both_now[2] = { { 0, UTIME_NOW }, { 0, UTIME_NOW } };
	int plain = !t || (t[0].nsec == UTIME_NOW && t[1].nsec == UTIME_NOW);
	if (!t)
		t = both_now;
	if (!owns(node)) {
		if (!plain)
			return -EPERM;
		if (!may(node, MAY_WRITE))
			return -EACCES;
	}
	set_time(&node->accessed, &t[0]);
	set_time(&node->modified, &t[1]);
	node->changed = now();
	return 0;
}

static i64 call_utimensat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)c;
	struct inode *node;
	d = (i32)d;
	if (t && (wrong_time(&t[0]) || wrong_time(&t[1])))
		return -EINVAL;
	if (t && t[0].nsec == UTIME_OMIT && t[1].nsec == UTIME_OMIT)
		return 0;
	if (!b) {
		if (d)
			return -EINVAL;
		struct file *file = (i32)a == AT_FDCWD ? NULL : file_of(a);
		if (!file)
			return (i32)a == AT_FDCWD ? -EFAULT : -EBADF;
		return file->flags & O_PATH ? -EBADF : set_times(file->node, t);
	}
	if (d & ~(i64)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	i64 bad = walk_to(a, (const char *)b, how_of(d), &node);
	return bad ? bad : set_times(node, t);
}

static i64 call_utimes(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	const struct time *t = (const struct time *)b;
	struct time fine[2];
	struct inode *node;
	if (t) {
		for (int i = 0; i < 2; i++) {
			if ((u64)t[i].nsec >= 1000000)
				return -EINVAL;
			fine[i].sec = t[i].sec;
			fine[i].nsec = t[i].nsec * 1000;
		}
	}
	i64 bad = walk_to(AT_FDCWD, (const char *)a, FOLLOW, &node);
	return bad ? bad : set_times(node, t ? fine : NULL);
}

static i64 set_length(struct inode *node, i64 length)
{
	if (is(node, S_IFDIR))
		return -EISDIR;
	if (!is(node, S_IFREG) || node->device != PLAIN)
		return -EINVAL;
	i64 bad = inject(EIO);
	if (!bad)
		bad = resize(node, length);
	if (!bad) {
		drop_privileges(node);
		touched(node);
	}
	return bad;
}

static i64 call_truncate(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct inode *node;
	i64 length = settle(b);
	if (length < 0)
		return -EINVAL;
	i64 bad = walk_to(AT_FDCWD, (const char *)a, FOLLOW, &node);
	if (bad)
		return bad;
	if (is(node, S_IFREG) && !may(node, MAY_WRITE))
		return -EACCES;
	return set_length(node, length);
}

static i64 call_ftruncate(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	i64 length = settle(b);
	if (length < 0)
		return -EINVAL;
	if (!file)
		return -EBADF;
	if (!can_write(file))
		return -EINVAL;
	return set_length(file->node, length);
}

static i64 call_fallocate(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	i64 from = settle(c);
	i64 length = settle(d);
	if (!file)
		return -EBADF;
	if (from < 0 || length <= 0)
		return -EINVAL;
	b = (i32)b;
	if (b & ~(i64)1)
		return -EOPNOTSUPP;
	if (!can_write(file))
		return -EBADF;
	if (is(file->node, S_IFIFO))
		return -ESPIPE;
	if (!is(file->node, S_IFREG))
		return -ENODEV;
	if (from + length < 0)
		return -EFBIG;
	settle_size(file->node);
	drop_privileges(file->node);
	if ((b & 1) || from + length <= file->node->size)
		return 0;
	return resize(file->node, from + length);
}

static i64 call_umask(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	u32 old = k.mask;
	if (!k.mask_set)
		assumed(MASK);
	k.mask_set = 1;
	k.mask = (u32)a & 0777;
	return old;
}

/* Everything is where it belongs at once. */
static i64 call_fsync(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	i64 bad = inject(EIO);
	if (bad)
		return bad;
	return is(file->node, S_IFREG) || is(file->node, S_IFDIR) ? 0 : -EINVAL;
}

static i64 call_fadvise64(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	if (is(file->node, S_IFIFO))
		return -ESPIPE;
	return c < 0 || (u32)d > 5 ? -EINVAL : 0;
}

/* No file has extended attributes here, and none can be given. */
static i64 call_no_attributes(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return -EOPNOTSUPP;
}

static i64 call_nothing(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return 0;
}
