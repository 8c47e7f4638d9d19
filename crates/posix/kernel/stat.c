/* What is known about a file: the stat family, access, statfs. */

struct stat {
	u64 dev;
	u64 ino;
	u64 links;
	u32 mode;
	u32 uid;
	u32 gid;
	u32 pad;
	u64 rdev;
	i64 size;
	i64 block_size;
	i64 blocks;
	struct time accessed;
	struct time modified;
	struct time changed;
	i64 unused[3];
};
_Static_assert(sizeof(struct stat) == 144, "struct stat of x86-64");

struct statx_time {
	i64 sec;
	u32 nsec;
	i32 pad;
};

struct statx {
	u32 mask;
	u32 block_size;
	u64 attributes;
	u32 links;
	u32 uid;
	u32 gid;
	u16 mode;
	u16 pad;
	u64 ino;
	u64 size;
	u64 blocks;
	u64 attributes_mask;
	struct statx_time accessed;
	struct statx_time born;
	struct statx_time changed;
	struct statx_time modified;
	u32 rdev_major;
	u32 rdev_minor;
	u32 dev_major;
	u32 dev_minor;
	u64 mount;
	u32 direct[2];
	u64 spare[12];
};
_Static_assert(sizeof(struct statx) == 256, "struct statx");

static i64 shown_size(const struct inode *node)
{
	if (is(node, S_IFDIR))
		return 4096;
	return is(node, S_IFREG) || is(node, S_IFLNK) ? node->size : 0;
}

/* Blocks of 512 bytes, taken by four kilobytes. A link's text fits into the node. */
static i64 blocks(const struct inode *node)
{
	if (is(node, S_IFLNK))
		return 0;
	return (shown_size(node) + 4095) / 4096 * 8;
}

static void fill_stat(const struct inode *node, struct stat *to)
{
	memset(to, 0, sizeof *to);
	to->dev = (u64)node->dev;
	to->ino = (u64)node->number;
	to->links = node->links;
	to->mode = node->mode;
	to->uid = node->uid;
	to->gid = node->gid;
	to->rdev = (u64)node->rdev;
	to->size = shown_size(node);
	to->block_size = 4096;
	to->blocks = blocks(node);
	to->accessed = node->accessed;
	to->modified = node->modified;
	to->changed = node->changed;
	assumed_value(&to->dev, 3 * sizeof to->dev, FILES);
	assumed_value(&to->uid, 2 * sizeof to->uid, FILES);
	assumed_value(&to->block_size, 2 * sizeof to->blocks, FILES);
	assumed_value(&to->accessed, 3 * sizeof to->accessed, FILES);
	if (is_standard(node))
		assumed_value(&to->mode, sizeof to->mode, STREAMS);
	if (node->masked)
		assumed_value(&to->mode, sizeof to->mode, MASK);
	if (is(node, S_IFDIR) && !node->made)
		assumed_value(&to->mode, sizeof to->mode, FILES);
	if (is(node, S_IFDIR) || is_standard(node))
		assumed_value(&to->size, sizeof to->size, FILES);
}

static i64 stat_at(i64 dirfd, const char *path, int how, struct stat *to)
{
	struct inode *node;
	i64 bad = walk_to(dirfd, path, how, &node);
	if (!bad)
		bad = inject(EACCES);
	if (!bad && !to)
		bad = -EFAULT;
	if (!bad)
		fill_stat(node, to);
	return bad;
}

static i64 call_stat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return stat_at(AT_FDCWD, (const char *)a, FOLLOW, (struct stat *)b);
}

static i64 call_lstat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return stat_at(AT_FDCWD, (const char *)a, NO_FOLLOW, (struct stat *)b);
}

static i64 call_fstat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = file_of(a);
	if (!file)
		return -EBADF;
	i64 bad = inject(EIO);
	if (!bad && !b)
		bad = -EFAULT;
	if (!bad)
		fill_stat(file->node, (struct stat *)b);
	return bad;
}

static int how_of(i64 flags)
{
	return (flags & AT_SYMLINK_NOFOLLOW ? NO_FOLLOW : FOLLOW) | (flags & AT_EMPTY_PATH ? EMPTY : 0);
}

static i64 call_newfstatat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	d = (i32)d;
	if (d & ~(i64)(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH | AT_STATX_SYNC_TYPE))
		return -EINVAL;
	return stat_at(a, (const char *)b, how_of(d), (struct stat *)c);
}

static struct statx_time short_time(struct time t)
{
	struct statx_time s = { t.sec, (u32)t.nsec, 0 };
	return s;
}

static u32 major_of(i64 dev)
{
	return (u32)((dev >> 8) & 0xfff);
}

static u32 minor_of(i64 dev)
{
	return (u32)((dev & 0xff) | ((dev >> 12) & 0xfff00));
}

static i64 call_statx(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct statx *to = (struct statx *)e;
	struct inode *node;
	c = (i32)c;
	if (c & ~(i64)(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH | AT_STATX_SYNC_TYPE))
		return -EINVAL;
	if ((u32)d & 0x80000000u || (c & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE)
		return -EINVAL;
	i64 bad = walk_to(a, (const char *)b, how_of(c), &node);
	if (!bad)
		bad = inject(EACCES);
	if (bad)
		return bad;
	if (!to)
		return -EFAULT;
	memset(to, 0, sizeof *to);
	to->mask = 0xfff;
	to->block_size = 4096;
	to->links = node->links;
	to->uid = node->uid;
	to->gid = node->gid;
	to->mode = (u16)node->mode;
	to->ino = (u64)node->number;
	to->size = (u64)shown_size(node);
	to->blocks = (u64)blocks(node);
	to->accessed = short_time(node->accessed);
	to->born = short_time(node->changed);
	to->changed = short_time(node->changed);
	to->modified = short_time(node->modified);
	to->rdev_major = major_of(node->rdev);
	to->rdev_minor = minor_of(node->rdev);
	to->dev_major = major_of(node->dev);
	to->dev_minor = minor_of(node->dev);
	assumed_value(&to->block_size, sizeof to->block_size, FILES);
	assumed_value(&to->links, 3 * sizeof to->links, FILES);
	assumed_value(&to->ino, sizeof to->ino, FILES);
	assumed_value(&to->blocks, sizeof to->blocks, FILES);
	assumed_value(&to->accessed, 4 * sizeof to->accessed, FILES);
	assumed_value(&to->dev_major, 2 * sizeof to->dev_major, FILES);
	if (is_standard(node))
		assumed_value(&to->mode, sizeof to->mode, STREAMS);
	if (node->masked)
		assumed_value(&to->mode, sizeof to->mode, MASK);
	if (is(node, S_IFDIR) && !node->made)
		assumed_value(&to->mode, sizeof to->mode, FILES);
	return 0;
}

/* Asks as the real user, or as the effective one. */
static i64 access_at(i64 dirfd, const char *path, i64 mode, i64 flags)
{
	struct inode *node;
	if (mode & ~7)
		return -EINVAL;
	u32 euid = k.euid;
	u32 egid = k.egid;
	if (!(flags & AT_EACCESS)) {
		k.euid = k.uid;
		k.egid = k.gid;
	}
	i64 bad = walk_to(dirfd, path, how_of(flags), &node);
	if (!bad && !may(node, (u32)mode))
		bad = -EACCES;
	k.euid = euid;
	k.egid = egid;
	return bad;
}

static i64 call_access(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return access_at(AT_FDCWD, (const char *)a, (i32)b, 0);
}

static i64 call_faccessat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return access_at(a, (const char *)b, (i32)c, 0);
}

static i64 call_faccessat2(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	d = (i32)d;
	if (d & ~(i64)(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	return access_at(a, (const char *)b, (i32)c, d);
}

struct statfs {
	i64 type;
	i64 block_size;
	i64 blocks;
	i64 free;
	i64 available;
	i64 files;
	i64 files_free;
	i32 id[2];
	i64 name_length;
	i64 fragment;
	i64 flags;
	i64 spare[4];
};
_Static_assert(sizeof(struct statfs) == 120, "struct statfs of x86-64");

static i64 fill_statfs(struct statfs *to)
{
	if (!to)
		return -EFAULT;
	assumed(SPACE);
	memset(to, 0, sizeof *to);
	to->type = 0xEF53;
	to->block_size = to->fragment = 4096;
	to->blocks = k.max_bytes / 4096;
	to->free = to->available = (k.max_bytes - k.bytes) / 4096;
	to->files = to->files_free = 65536;
	to->name_length = NAME_MAX;
	return 0;
}

static i64 call_statfs(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct inode *node;
	i64 bad = walk_to(AT_FDCWD, (const char *)a, FOLLOW, &node);
	return bad ? bad : fill_statfs((struct statfs *)b);
}

static i64 call_fstatfs(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return file_of(a) ? fill_statfs((struct statfs *)b) : -EBADF;
}
