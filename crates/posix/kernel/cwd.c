/* The working directory. */

static i64 set_cwd(struct inode *node)
{
	if (!is(node, S_IFDIR))
		return -ENOTDIR;
	if (!may(node, MAY_EXEC))
		return -EACCES;
	struct inode *old = k.cwd;
	k.cwd = node;
	if (old != node)
		release(old);
	return 0;
}

static i64 call_chdir(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct inode *node;
	i64 bad = walk_to(AT_FDCWD, (const char *)a, FOLLOW, &node);
	return bad ? bad : set_cwd(node);
}

static i64 call_fchdir(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = file_of(a);
	return file ? set_cwd(file->node) : -EBADF;
}

static const struct entry *entry_of(const struct inode *dir)
{
	struct inode *parent = dir->parent;
	for (i64 i = 0; i < parent->count; i++)
		if (parent->entries[i].node == dir)
			return &parent->entries[i];
	return NULL;
}

/* The length with the NUL, as Linux returns it. */
static i64 call_getcwd(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	char *to = (char *)a;
	i64 room = settle(b);
	assumed(FOLDER);
	i64 length = 1;
	for (struct inode *dir = k.cwd; dir != k.root; dir = dir->parent) {
		const struct entry *entry = dir->links ? entry_of(dir) : NULL;
		if (!entry)
			return -ENOENT;
		length += entry->length + 1;
	}
	if (k.cwd == k.root)
		length = 2;
	if (room < length)
		return -ERANGE;
	if (!to)
		return -EFAULT;
	to[length - 1] = 0;
	to[0] = '/';
	i64 at = length - 1;
	for (struct inode *dir = k.cwd; dir != k.root; dir = dir->parent) {
		const struct entry *entry = entry_of(dir);
		at -= entry->length;
		memcpy(to + at, entry->name, (size_t)entry->length);
		to[--at] = '/';
	}
	return length;
}
