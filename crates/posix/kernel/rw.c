/* Reading, writing and moving within files. */

static i64 max_transfer = 0x7ffff000;

/* Reads from a node whose size is still open. At most two ways per piece: it is all there, or the file ends within it. */
static i64 loose_read(struct inode *node, i64 *pos, int *at_end, u8 *to, i64 n)
{
	i64 done = 0;
	while (done < n && *pos < node->most) {
		i64 piece = smaller(n - done, PIECE);
		i64 end = *pos + piece;
		if (end <= node->least || (end <= node->most && node->size >= end)) {
			if (end > node->least)
				node->least = end;
			memcpy(to + done, node->data + *pos, (size_t)piece);
			*pos = end;
			done += piece;
			continue;
		}
		if (end <= node->most)
			node->most = end - 1;
		/* The end is its own way: whoever loops until there is nothing left branches there anyway. */
		if (node->least <= *pos && node->size <= *pos) {
			node->most = *pos;
			settle_size(node);
			return done;
		}
		if (node->least <= *pos)
			node->least = *pos + 1;
		i64 rest = node->size - *pos;
		memcpy(to + done, node->data + *pos, (size_t)rest);
		*at_end = 1;
		return done + rest;
	}
	return done;
}

/* Reads at `*pos` of something that has positions. */
static i64 read_at(struct inode *node, i64 *pos, int *at_end, u8 *to, i64 n)
{
	if (node->loose)
		return *at_end ? 0 : loose_read(node, pos, at_end, to, n);
	if (*pos >= node->size)
		return 0;
	i64 count = smaller(n, node->size - *pos);
	memcpy(to, node->data + *pos, (size_t)count);
	*pos += count;
	return count;
}

/* Bytes that look random and are the same in every run. */
static void fill_random(u8 *to, i64 n)
{
	for (i64 i = 0; i < n; i++) {
		k.random = k.random * 6364136223846793005ul + 1442695040888963407ul;
		to[i] = (u8)(k.random >> 56);
	}
}

static i64 read_device(struct inode *node, u8 *to, i64 n)
{
	switch (node->device) {
	case ZERO:
	case FULL:
		memset(to, 0, (size_t)n);
		return n;
	case RANDOM:
		assumed(RANDOM_BYTES);
		fill_random(to, n);
		return n;
	case STREAM:
		return stream_read(node, to, n);
	default:
		return 0;
	}
}

static i64 read_file(struct file *file, u8 *to, i64 n)
{
	struct inode *node = file->node;
	if (is(node, S_IFDIR))
		return -EISDIR;
	if (n == 0)
		return 0;
	if (node->device != PLAIN)
		return read_device(node, to, n);
	if (is(node, S_IFIFO))
		return pipe_read(file, to, n);
	return read_at(node, &file->pos, &file->at_end, to, n);
}

static i64 write_at(struct inode *node, i64 *pos, const u8 *from, i64 n)
{
	settle_size(node);
	i64 end = *pos + n;
	if (end < 0)
		return -EFBIG;
	if (end > node->size || !node->room) {
		i64 bad = reserve(node, end > node->size ? end : node->size);
		if (bad)
			return bad;
		if (end > node->size)
			node->size = end;
	}
	memcpy(node->data + *pos, from, (size_t)n);
	*pos = end;
	drop_privileges(node);
	touched(node);
	return n;
}

/* Hands bytes to whoever watches the run, who does not look whether they are all there: that is done here. A copy of a length that is
   open is checked for all its values at once. */
static i64 write_output(int fd, const u8 *from, i64 n)
{
	if (klee_is_symbolic((u64)n)) {
		if (n > PIECE) {
			n = settle(n);
		} else {
			u8 *copy = calloc(1, PIECE);
			memcpy(copy, from, (size_t)n);
			free(copy);
			__homing_output(fd, from, (size_t)n);
			return n;
		}
	}
	if (n > 0) {
		klee_check_memory_access(from, (size_t)n);
		__homing_output(fd, from, (size_t)n);
	}
	return n;
}

static i64 write_file(struct file *file, const u8 *from, i64 n)
{
	struct inode *node = file->node;
	if (node->device == OUTPUT)
		return write_output((int)node->start, from, n);
	n = settle(n);
	if (node->device == FULL)
		return -ENOSPC;
	if (n == 0)
		return 0;
	if (node->device != PLAIN) {
		klee_check_memory_access(from, (size_t)n);
		return n;
	}
	if (is(node, S_IFIFO))
		return pipe_write(file, from, n);
	settle_size(node);
	if (file->flags & O_APPEND)
		file->pos = node->size;
	return write_at(node, &file->pos, from, n);
}

static int has_positions(const struct inode *node)
{
	if (is_standard(node))
		assumed(STREAMS);
	return !is(node, S_IFIFO) && node->device != OUTPUT && node->device != STREAM && node->device != TERMINAL;
}

/* Is there nothing to read? The address is not looked at then. */
static int is_at_end(struct file *file)
{
	struct inode *node = file->node;
	if (node->device != PLAIN)
		return node->device == NUL || (node->device == STREAM && node->start);
	settle_size(node);
	return is(node, S_IFIFO) ? node->size == node->start : file->pos >= node->size;
}

static i64 call_read(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	i64 n = settle(c);
	if (!file || !can_read(file))
		return -EBADF;
	if (n < 0)
		return -EINVAL;
	if (!b && n && !is(file->node, S_IFDIR) && !is_at_end(file))
		return -EFAULT;
	i64 bad = inject(EIO);
	return bad ? bad : read_file(file, (u8 *)b, smaller(n, max_transfer));
}

static i64 call_write(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file || !can_write(file))
		return -EBADF;
	if (c < 0)
		return -EINVAL;
	if (!b && c)
		return -EFAULT;
	i64 bad = inject(ENOSPC);
	return bad ? bad : write_file(file, (const u8 *)b, smaller(c, max_transfer));
}

/* The sum of a vector's lengths, or -EINVAL. */
static i64 vector_length(const struct iovec *v, i64 n)
{
	i64 sum = 0;
	if (n < 0 || n > 1024)
		return -EINVAL;
	if (!v && n)
		return -EFAULT;
	for (i64 i = 0; i < n; i++) {
		if ((i64)v[i].length < 0)
			return -EINVAL;
		sum += (i64)v[i].length;
	}
	return sum;
}

/* Piece after piece until one comes out short. What was done before a failure counts. */
static i64 read_vector(struct file *file, const struct iovec *v, i64 n)
{
	i64 done = 0;
	for (i64 i = 0; i < n; i++) {
		i64 length = settle((i64)v[i].length);
		if (length == 0)
			continue;
		i64 got = read_file(file, v[i].base, length);
		if (got < 0)
			return done ? done : got;
		done += got;
		if (got < length)
			break;
		/* A pipe gives what is there and does not wait for more. */
		if (is(file->node, S_IFIFO) && file->node->device == PLAIN && file->node->size == file->node->start)
			break;
	}
	return done;
}

static i64 call_readv(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file || !can_read(file))
		return -EBADF;
	i64 bad = vector_length((const struct iovec *)b, c);
	if (bad == 0)
		return 0;
	if (bad > 0 && is(file->node, S_IFDIR))
		return -EISDIR;
	if (bad > 0)
		bad = inject(EIO);
	return bad < 0 ? bad : read_vector(file, (const struct iovec *)b, c);
}

static i64 call_writev(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	const struct iovec *v = (const struct iovec *)b;
	if (!file || !can_write(file))
		return -EBADF;
	i64 bad = vector_length(v, c);
	if (bad >= 0)
		bad = inject(ENOSPC);
	if (bad < 0)
		return bad;
	i64 done = 0;
	for (i64 i = 0; i < c; i++) {
		if (!klee_is_symbolic(v[i].length) && v[i].length == 0)
			continue;
		i64 put = write_file(file, v[i].base, (i64)v[i].length);
		if (put < 0)
			return done ? done : put;
		done += put;
	}
	return done;
}

static i64 call_pread64(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	i64 pos = settle(d);
	i64 n = settle(c);
	int at_end = 0;
	if (pos < 0)
		return -EINVAL;
	if (!file)
		return -EBADF;
	if (!has_positions(file->node))
		return -ESPIPE;
	if (!can_read(file))
		return -EBADF;
	if (is(file->node, S_IFDIR))
		return -EISDIR;
	if (n < 0)
		return -EINVAL;
	i64 bad = inject(EIO);
	if (bad || n == 0)
		return bad;
	n = smaller(n, max_transfer);
	if (file->node->device != PLAIN)
		return read_device(file->node, (u8 *)b, n);
	return read_at(file->node, &pos, &at_end, (u8 *)b, n);
}

static i64 call_pwrite64(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	i64 pos = settle(d);
	i64 n = settle(c);
	if (pos < 0)
		return -EINVAL;
	if (!file)
		return -EBADF;
	if (!has_positions(file->node))
		return -ESPIPE;
	if (!can_write(file))
		return -EBADF;
	if (n < 0)
		return -EINVAL;
	i64 bad = inject(ENOSPC);
	if (file->node->device == FULL)
		return -ENOSPC;
	if (bad || n == 0)
		return bad;
	if (file->node->device != PLAIN)
		return n;
	settle_size(file->node);
	if (file->flags & O_APPEND)
		pos = file->node->size;
	return write_at(file->node, &pos, (const u8 *)b, smaller(n, max_transfer));
}

static i64 seek_plain(struct file *file, i64 by, i64 whence)
{
	struct inode *node = file->node;
	/* Only the end, and a position that is the end, depend on a size that is open. */
	if (whence >= SEEK_END || file->at_end)
		settle_size(node);
	i64 pos = by;
	switch (whence) {
	case SEEK_SET:
		break;
	case SEEK_CUR:
		pos = file->pos + by;
		break;
	case SEEK_END:
		pos = node->size + by;
		break;
	case SEEK_DATA:
	case SEEK_HOLE:
		if (by < 0 || by >= node->size)
			return -ENXIO;
		pos = whence == SEEK_DATA ? by : node->size;
		break;
	default:
		return -EINVAL;
	}
	if (pos < 0)
		return (whence == SEEK_CUR || whence == SEEK_END) && by > 0 ? -EOVERFLOW : -EINVAL;
	file->pos = pos;
	return pos;
}

static i64 call_lseek(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *file = open_file(a);
	if (!file)
		return -EBADF;
	i64 bad = inject(EINVAL);
	if (bad)
		return bad;
	i64 whence = (u32)c;
	if (whence > SEEK_HOLE)
		return -EINVAL;
	if (!has_positions(file->node))
		return -ESPIPE;
	if (file->node->device != PLAIN)
		return 0;
	return seek_plain(file, settle(b), whence);
}

/* A vector at a position: piece after piece, as the calls with one piece do. */
static i64 vector_at(i64 fd, const struct iovec *v, i64 n, i64 pos, int writes)
{
	i64 done = 0;
	i64 bad = vector_length(v, n);
	if (pos < 0)
		return -EINVAL;
	for (i64 i = 0; bad >= 0 && i < n; i++) {
		i64 length = settle((i64)v[i].length);
		i64 base = (i64)v[i].base;
		i64 got = writes ? call_pwrite64(fd, base, length, pos + done, 0, 0) : call_pread64(fd, base, length, pos + done, 0, 0);
		if (got < 0)
			return done ? done : got;
		done += got;
		if (got < length)
			break;
	}
	return bad < 0 ? bad : done;
}

static i64 call_preadv(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return vector_at(a, (const struct iovec *)b, c, settle(d), 0);
}

static i64 call_pwritev(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return vector_at(a, (const struct iovec *)b, c, settle(d), 1);
}
