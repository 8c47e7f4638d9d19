/* Nodes of the file system: making them, their contents, names within a directory, permissions. */

enum { MAY_EXEC = 1, MAY_WRITE = 2, MAY_READ = 4 };

static int is(const struct inode *node, u32 type)
{
	return (node->mode & S_IFMT) == type;
}

static struct inode *new_node(u32 mode)
{
	struct inode *node = calloc(1, sizeof *node);
	node->number = ++k.next_inode;
	node->mode = mode;
	node->links = is(node, S_IFDIR) ? 2 : 1;
	node->uid = k.euid;
	node->gid = k.egid;
	node->dev = 0x801;
	node->accessed = node->modified = node->changed = now();
	return node;
}

/* A node made with the mask: if the program has not set it, its permissions are anybody's guess. */
static struct inode *masked(struct inode *node)
{
	node->masked = !k.mask_set;
	node->made = 1;
	return node;
}

static void touched(struct inode *node)
{
	node->modified = node->changed = now();
}

/* Whether this process may do all of `want`, by the owner's, the group's or the others' bits. User 0 may everything but execute
   what nobody may. */
static int allowed(const struct inode *node, u32 uid, u32 gid, u32 want)
{
	u32 bits = node->mode;
	if (uid == 0)
		return !(want & MAY_EXEC) || is(node, S_IFDIR) || (bits & 0111);
	if (uid == node->uid)
		bits >>= 6;
	else if (gid == node->gid)
		bits >>= 3;
	return (bits & want) == want;
}

static int may(const struct inode *node, u32 want)
{
	int yes = allowed(node, k.euid, k.egid, want);
	if (!yes && k.euid != 0)
		assumed(PERMISSION);
	return yes;
}

static int owns(const struct inode *node)
{
	int yes = k.euid == 0 || k.euid == node->uid;
	if (!yes)
		assumed(PERMISSION);
	return yes;
}

/* A loose node's size becomes a constant: one path for each size it can still have. */
static void settle_size(struct inode *node)
{
	if (!node->loose)
		return;
	i64 low = node->least;
	i64 high = node->most;
	while (low < high) {
		i64 middle = low + (high - low) / 2;
		if (node->size <= middle)
			high = middle;
		else
			low = middle + 1;
	}
	node->size = low;
	node->loose = 0;
	for (i64 i = 0; i < k.slot_room; i++) {
		struct file *file = k.slots[i].file;
		if (file && file->node == node && file->at_end) {
			file->pos = low;
			file->at_end = 0;
		}
	}
}

/* Room for `size` bytes of the node's own; the bytes there already stay, those after them are zero. */
static i64 reserve(struct inode *node, i64 size)
{
	if (size <= node->room)
		return 0;
	i64 room = node->room ? node->room : 64;
	while (room < size)
		room *= 2;
	/* All that is left, and not as little as is needed: files that grow in small steps would be copied again with each. */
	if (k.bytes + room - node->room > k.max_bytes)
		room = k.max_bytes - k.bytes + node->room;
	if (room < size) {
		if (!k.space_lost)
			__homing_loss("the limit of file data is reached");
		k.space_lost = 1;
		return -ENOSPC;
	}
	k.bytes += room - node->room;
	u8 *data = node->room ? realloc(node->data, (size_t)room) : malloc((size_t)room);
	if (!node->room && node->size)
		memcpy(data, node->data, (size_t)node->size);
	memset(data + node->size, 0, (size_t)(room - node->size));
	if (node->input)
		free(node->data);
	node->input = 0;
	node->data = data;
	node->room = room;
	return 0;
}

/* Who changes the contents and is not user 0 takes the set-user and set-group bits away. */
static void drop_privileges(struct inode *node)
{
	if (k.euid == 0)
		return;
	node->mode &= ~(u32)S_ISUID;
	if (node->mode & 010)
		node->mode &= ~(u32)S_ISGID;
}

/* Longer with zeros, or shorter. */
static i64 resize(struct inode *node, i64 size)
{
	settle_size(node);
	if (size > node->size) {
		i64 bad = reserve(node, size);
		if (bad)
			return bad;
	} else if (node->room) {
		memset(node->data + size, 0, (size_t)(node->size - size));
	}
	node->size = size;
	return 0;
}

/* Gone when no name and no description is left. */
static void release(struct inode *node)
{
	if (node->links || node->opens || node == k.cwd)
		return;
	k.bytes -= node->room;
	if (node->room || node->input)
		free(node->data);
	if (node->entries)
		free(node->entries);
	struct inode *held = node->holds ? node->parent : NULL;
	free(node);
	if (held) {
		held->opens--;
		release(held);
	}
}

static struct entry *add_entry(struct inode *dir, const char *name, i64 length, struct inode *node)
{
	if (dir->count == dir->entry_room) {
		dir->entry_room = dir->entry_room ? dir->entry_room * 2 : 8;
		i64 bytes = dir->entry_room * (i64)sizeof(struct entry);
		dir->entries = dir->entries ? realloc(dir->entries, (size_t)bytes) : malloc((size_t)bytes);
	}
	char *copy = malloc((size_t)length + 1);
	memcpy(copy, name, (size_t)length);
	copy[length] = 0;
	struct entry *entry = &dir->entries[dir->count++];
	entry->name = copy;
	entry->length = length;
	entry->order = ++dir->next_order;
	entry->node = node;
	if (is(node, S_IFDIR)) {
		node->parent = dir;
		dir->links++;
	}
	touched(dir);
	return entry;
}

static void remove_entry(struct inode *dir, struct entry *entry)
{
	if (is(entry->node, S_IFDIR))
		dir->links--;
	free((char *)entry->name);
	i64 after = dir->count - (entry - dir->entries) - 1;
	if (after)
		memmove(entry, entry + 1, (size_t)after * sizeof *entry);
	dir->count--;
	touched(dir);
}

/* A directory counts itself as a link; the parent's link is counted there. */
static struct inode *new_dir(u32 mode, struct inode *parent)
{
	struct inode *node = new_node(S_IFDIR | mode);
	node->parent = parent;
	if (parent)
		node->dev = parent->dev;
	return node;
}
