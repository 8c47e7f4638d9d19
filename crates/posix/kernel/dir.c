/* Directories: listing them, and making, removing, linking and renaming what they hold. */

struct dirent {
	u64 ino;
	i64 offset;
	u16 length;
	u8 type;
	char name[];
};

/* One record, if it fits; its length or 0. */
static i64 put_dirent(u8 *to, i64 room, struct inode *node, i64 offset, const char *name, i64 n)
{
	i64 length = (19 + n + 1 + 7) / 8 * 8;
	if (length > room)
		return 0;
	struct dirent *entry = (struct dirent *)to;
	memset(to, 0, (size_t)length);
	entry->ino = (u64)node->number;
	entry->offset = offset;
	entry->length = (u16)length;
	entry->type = (u8)((node->mode & S_IFMT) >> 12);
	memcpy(to + 19, name, (size_t)n);
	return length;
}

/* The folder of descriptors: a link for each, with the number after the one before it as offset. */
static i64 list_descriptors(struct file *file, u8 *to, i64 room, i64 done)
{
	struct inode link = { .mode = S_IFLNK };
	char name[24];
	for (i64 fd = file->pos - 2; fd < k.slot_room; fd++, file->pos++) {
		if (!k.slots[fd].file)
			continue;
		link.number = 1000000 + fd;
		i64 length = put_number(name, fd) - name;
		i64 n = put_dirent(to + done, room - done, &link, file->pos + 1, name, length);
		if (!n)
			return done ? done : -EINVAL;
		done += n;
	}
	return done;
}

/* Offsets: 0 is before ".", 1 before "..", then an entry's order plus one is the offset after it. */
static i64 call_getdents64(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	u8 *to = (u8 *)b;
	i64 done = 0;
	if (!file)
		return -EBADF;
	struct inode *dir = file->node;
	if (!is(dir, S_IFDIR))
		return -ENOTDIR;
	if (dir->links == 0)
		return -ENOENT;
	i64 bad = inject(EIO);
	if (bad)
		return bad;
	assumed_contents(dir);
	if (dir->count > 1)
		assumed(ORDER);
	i64 room = settle((u32)c);
	for (; file->pos < 2; file->pos++) {
		struct inode *node = file->pos == 0 ? dir : dir->parent;
		i64 n = put_dirent(to + done, room - done, node, file->pos + 1, "..", file->pos + 1);
		if (!n)
			return done ? done : -EINVAL;
		done += n;
	}
	if (dir->device == DESCRIPTORS)
		return list_descriptors(file, to, room, done);
	for (i64 i = 0; i < dir->count; i++) {
		struct entry *entry = &dir->entries[i];
		if (entry->order + 1 < file->pos)
			continue;
		i64 n = put_dirent(to + done, room - done, entry->node, entry->order + 2, entry->name, entry->length);
		if (!n)
			return done ? done : -EINVAL;
		done += n;
		file->pos = entry->order + 2;
	}
	return done;
}

static i64 mkdir_at(i64 dirfd, const char *path, u32 mode)
{
	struct found at;
	i64 bad = walk_to_new(dirfd, path, 1, &at);
	if (!bad)
		bad = may_add(&at);
	if (!bad)
		bad = inject(ENOSPC);
	if (bad)
		return bad;
	return add_node(&at, masked(new_dir(mode & 01777 & ~k.mask, at.dir)));
}

static i64 call_mkdir(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mkdir_at(AT_FDCWD, (const char *)a, (u32)b);
}

static i64 call_mkdirat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mkdir_at(a, (const char *)b, (u32)c);
}

static i64 mknod_at(i64 dirfd, const char *path, u32 mode)
{
	struct found at;
	u32 type = mode & S_IFMT;
	if (type == S_IFDIR)
		return -EPERM;
	if (type != 0 && type != S_IFREG && type != S_IFIFO && type != S_IFSOCK && type != S_IFCHR && type != S_IFBLK)
		return -EINVAL;
	i64 bad = walk_to_new(dirfd, path, 0, &at);
	if (!bad)
		bad = may_add(&at);
	if (bad)
		return bad;
	if (type == S_IFCHR || type == S_IFBLK)
		return -EPERM;
	bad = inject(ENOSPC);
	if (bad)
		return bad;
	return add_node(&at, masked(new_node((type ? type : S_IFREG) | (mode & 07777 & ~k.mask))));
}

static i64 call_mknod(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mknod_at(AT_FDCWD, (const char *)a, (u32)b);
}

static i64 call_mknodat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return mknod_at(a, (const char *)b, (u32)c);
}

/* What the directory says to a name of it going away. */
static i64 may_remove(const struct found *at)
{
	if (!at->entry)
		return -EPERM;
	if (!may(at->dir, MAY_WRITE | MAY_EXEC))
		return -EACCES;
	if ((at->dir->mode & S_ISVTX) && k.euid != 0 && k.euid != at->dir->uid && k.euid != at->node->uid)
		return -EPERM;
	return 0;
}

/* Takes the name away, and with the last one the node. */
static void drop(struct inode *dir, struct entry *entry)
{
	struct inode *node = entry->node;
	remove_entry(dir, entry);
	node->links = is(node, S_IFDIR) ? 0 : node->links - 1;
	node->changed = now();
	if (is(node, S_IFDIR) && (node->opens || node == k.cwd)) {
		node->holds = 1;
		dir->opens++;
	}
	release(node);
}

static i64 rmdir_at(i64 dirfd, const char *path)
{
	struct found at;
	i64 bad = walk(dirfd, path, PARENT, &at);
	if (bad)
		return bad;
	if (at.last == DOTDOT)
		return -ENOTEMPTY;
	if (at.last == DOT)
		return -EINVAL;
	if (at.last == ROOT)
		return -EBUSY;
	if (at.late || !at.node)
		return at.late ? at.late : -ENOENT;
	bad = may_remove(&at);
	if (bad)
		return bad;
	if (!is(at.node, S_IFDIR))
		return -ENOTDIR;
	if (at.node->count)
		return -ENOTEMPTY;
	bad = inject(EBUSY);
	if (bad)
		return bad;
	drop(at.dir, at.entry);
	return 0;
}

static i64 unlink_at(i64 dirfd, const char *path)
{
	struct found at;
	i64 bad = walk(dirfd, path, PARENT, &at);
	if (bad)
		return bad;
	if (at.last != NORMAL)
		return -EISDIR;
	if (at.late || !at.node)
		return at.late ? at.late : -ENOENT;
	if (at.slash)
		return is(at.node, S_IFDIR) ? -EISDIR : -ENOTDIR;
	bad = may_remove(&at);
	if (bad)
		return bad;
	if (is(at.node, S_IFDIR))
		return -EISDIR;
	bad = inject(EACCES);
	if (bad)
		return bad;
	drop(at.dir, at.entry);
	return 0;
}

static i64 call_rmdir(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return rmdir_at(AT_FDCWD, (const char *)a);
}

static i64 call_unlink(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return unlink_at(AT_FDCWD, (const char *)a);
}

static i64 call_unlinkat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	c = (i32)c;
	if (c & ~(i64)AT_REMOVEDIR)
		return -EINVAL;
	return c ? rmdir_at(a, (const char *)b) : unlink_at(a, (const char *)b);
}

static i64 link_at(i64 from_fd, const char *from, i64 to_fd, const char *to, int how)
{
	struct found at;
	struct inode *node;
	i64 bad = walk_to(from_fd, from, how, &node);
	if (!bad)
		bad = walk_to_new(to_fd, to, 0, &at);
	if (bad)
		return bad;
	if (node->dev != at.dir->dev)
		return -EXDEV;
	bad = may_add(&at);
	if (bad)
		return bad;
	if (is(node, S_IFDIR))
		return -EPERM;
	if (node->links == 0)
		return -ENOENT;
	bad = inject(EMLINK);
	if (bad)
		return bad;
	node->links++;
	node->changed = now();
	add_entry(at.dir, at.name, at.length, node);
	return 0;
}

static i64 call_link(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return link_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, NO_FOLLOW);
}

static i64 call_linkat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	e = (i32)e;
	if (e & ~(i64)(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	return link_at(a, (const char *)b, c, (const char *)d, e & AT_SYMLINK_FOLLOW ? FOLLOW : NO_FOLLOW);
}

/* A node that is a link to `text`, which is copied. */
static struct inode *new_link(const char *text, i64 length)
{
	struct inode *node = new_node(S_IFLNK | 0777);
	u8 *copy = malloc((size_t)length + 1);
	memcpy(copy, text, (size_t)length);
	copy[length] = 0;
	node->data = copy;
	node->size = length;
	node->room = length + 1;
	k.bytes += node->room;
	return node;
}

static i64 symlink_at(const char *text, i64 dirfd, const char *path)
{
	struct found at;
	if (!text)
		return -EFAULT;
	i64 length = 0;
	while (length < PATH_MAX && text[length])
		length++;
	if (length == 0)
		return -ENOENT;
	if (length == PATH_MAX)
		return -ENAMETOOLONG;
	i64 bad = walk_to_new(dirfd, path, 0, &at);
	if (!bad)
		bad = may_add(&at);
	if (!bad)
		bad = inject(ENOSPC);
	if (bad)
		return bad;
	return add_node(&at, new_link(text, length));
}

static i64 call_symlink(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return symlink_at((const char *)a, AT_FDCWD, (const char *)b);
}

static i64 call_symlinkat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return symlink_at((const char *)a, b, (const char *)c);
}

static i64 readlink_at(i64 dirfd, const char *path, u8 *to, i64 room)
{
	struct inode *node;
	if (room <= 0)
		return -EINVAL;
	i64 bad = walk_to(dirfd, path, NO_FOLLOW | EMPTY, &node);
	if (bad)
		return bad;
	if (!is(node, S_IFLNK))
		return path[0] ? -EINVAL : -ENOENT;
	if (!to)
		return -EFAULT;
	i64 n = smaller(room, node->size);
	memcpy(to, node->data, (size_t)n);
	return n;
}

static i64 call_readlink(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return readlink_at(AT_FDCWD, (const char *)a, (u8 *)b, (i32)c);
}

static i64 call_readlinkat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return readlink_at(a, (const char *)b, (u8 *)c, (i32)d);
}

static int is_above(const struct inode *dir, const struct inode *below)
{
	while (below != dir && below != k.root)
		below = below->parent;
	return below == dir;
}

enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

/* What the names alone say. */
static i64 names_allow(struct found *from, struct found *to, i64 flags)
{
	int moves_dir = from->node && is(from->node, S_IFDIR);
	if (from->last != NORMAL)
		return -EBUSY;
	if (to->last != NORMAL)
		return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
	if (from->late || !from->node)
		return from->late ? from->late : -ENOENT;
	if (to->late)
		return to->late;
	if ((flags & RENAME_NOREPLACE) && to->node)
		return -EEXIST;
	if (flags & RENAME_EXCHANGE) {
		if (!to->node)
			return -ENOENT;
		if (to->slash && !is(to->node, S_IFDIR))
			return -ENOTDIR;
	}
	if (!moves_dir && (from->slash || (to->slash && !(flags & RENAME_EXCHANGE))))
		return -ENOTDIR;
	if (moves_dir && is_above(from->node, to->dir))
		return -EINVAL;
	if (to->node && is(to->node, S_IFDIR) && is_above(to->node, from->dir))
		return flags & RENAME_EXCHANGE ? -EINVAL : -ENOTEMPTY;
	return 0;
}

/* Whether what is at `to` may give way to what is at `from`. */
static i64 may_replace(const struct found *from, const struct found *to)
{
	i64 bad = may_remove(to);
	if (bad)
		return bad;
	if (is(from->node, S_IFDIR))
		return is(to->node, S_IFDIR) ? 0 : -ENOTDIR;
	return is(to->node, S_IFDIR) ? -EISDIR : 0;
}

static i64 may_rename(struct found *from, struct found *to, i64 flags)
{
	int moves_dir = is(from->node, S_IFDIR);
	int other_dir = from->dir != to->dir;
	i64 bad = may_remove(from);
	if (bad)
		return bad;
	if (!to->node)
		bad = may_add(to);
	else if (flags & RENAME_EXCHANGE)
		bad = may_remove(to);
	else
		bad = may_replace(from, to);
	/* A directory that moves gets another "..". */
	if (!bad && other_dir && moves_dir && !may(from->node, MAY_WRITE))
		bad = -EACCES;
	if (!bad && other_dir && (flags & RENAME_EXCHANGE) && is(to->node, S_IFDIR) && !may(to->node, MAY_WRITE))
		bad = -EACCES;
	if (!bad && to->node && !(flags & RENAME_EXCHANGE) && is(to->node, S_IFDIR) && to->node->count)
		bad = -ENOTEMPTY;
	return bad;
}

static void exchange(struct found *from, struct found *to)
{
	from->entry->node = to->node;
	to->entry->node = from->node;
	if (is(from->node, S_IFDIR)) {
		from->node->parent = to->dir;
		from->dir->links--;
		to->dir->links++;
	}
	if (is(to->node, S_IFDIR)) {
		to->node->parent = from->dir;
		to->dir->links--;
		from->dir->links++;
	}
	touched(from->dir);
	touched(to->dir);
	from->node->changed = to->node->changed = now();
}

/* The name's new place is taken first, then the old name goes: the node has a name at every moment. */
static void move(struct found *from, struct found *to)
{
	struct inode *node = from->node;
	i64 order = from->entry->order;
	if (to->node)
		drop(to->dir, to->entry);
	add_entry(to->dir, to->name, to->length, node);
	for (i64 i = 0; i < from->dir->count; i++) {
		struct entry *entry = &from->dir->entries[i];
		if (entry->order == order) {
			remove_entry(from->dir, entry);
			break;
		}
	}
	if (is(node, S_IFDIR))
		node->parent = to->dir;
	node->changed = now();
}

static i64 rename_at(i64 from_fd, const char *old, i64 to_fd, const char *new, i64 flags)
{
	struct found from;
	struct found to;
	if (flags & ~(i64)(RENAME_NOREPLACE | RENAME_EXCHANGE) || flags == (RENAME_NOREPLACE | RENAME_EXCHANGE))
		return -EINVAL;
	i64 bad = walk(from_fd, old, PARENT, &from);
	if (bad)
		return bad;
	bad = walk(to_fd, new, PARENT | CREATES, &to);
	if (bad)
		return bad;
	if (from.dir->dev != to.dir->dev)
		return -EXDEV;
	bad = names_allow(&from, &to, flags);
	if (bad || from.node == to.node)
		return bad;
	bad = may_rename(&from, &to, flags);
	if (!bad)
		bad = inject(EXDEV);
	if (bad)
		return bad;
	if (flags & RENAME_EXCHANGE)
		exchange(&from, &to);
	else
		move(&from, &to);
	return 0;
}

static i64 call_rename(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return rename_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0);
}

static i64 call_renameat(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return rename_at(a, (const char *)b, c, (const char *)d, 0);
}

static i64 call_renameat2(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return rename_at(a, (const char *)b, c, (const char *)d, (u32)e);
}
