/* Copying between files inside the kernel. */

/* Copies up to `n` bytes through a buffer; `in_pos` and `out_pos` stand for the descriptions' own positions where given. */
static i64 copy_through(struct file *in, i64 *in_pos, struct file *out, i64 *out_pos, i64 n)
{
	struct inode *from = in->node;
	settle_size(from);
	i64 start = in_pos ? *in_pos : in->pos;
	i64 count = from->device == PLAIN ? smaller(n, from->size - start) : n;
	if (count <= 0)
		return 0;
	/* Writing may move the bytes that are read, so they are copied out first. */
	u8 *bytes = malloc((size_t)count);
	if (from->device == PLAIN)
		memcpy(bytes, from->data + start, (size_t)count);
	else
		count = read_device(from, bytes, count);
	i64 done = out_pos ? write_at(out->node, out_pos, bytes, count) : write_file(out, bytes, count);
	free(bytes);
	if (done > 0 && from->device == PLAIN) {
		if (in_pos)
			*in_pos += done;
		else
			in->pos += done;
	}
	return done;
}

/* What can be sent: files, and devices that give bytes. */
static int sendable(const struct inode *node)
{
	return (is(node, S_IFREG) && node->device == PLAIN) || node->device == ZERO || node->device == FULL || node->device == RANDOM;
}

static int plain(const struct inode *node)
{
	return is(node, S_IFREG) && node->device == PLAIN;
}

static i64 call_sendfile(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *out = open_file(a);
	struct file *in = open_file(b);
	i64 n = settle(d);
	if (!in || !can_read(in))
		return -EBADF;
	if (c && !has_positions(in->node))
		return -ESPIPE;
	if (!out || !can_write(out))
		return -EBADF;
	if (n < 0 || !has_positions(in->node) || (out->flags & O_APPEND) || (c && *(i64 *)c < 0))
		return -EINVAL;
	if (n == 0)
		return 0;
	if (!sendable(in->node))
		return -EINVAL;
	i64 bad = inject(EIO);
	if (bad)
		return bad;
	i64 done = copy_through(in, (i64 *)c, out, NULL, smaller(n, max_transfer));
	/* That device cannot be sent to; but where there is nothing to send, nobody notices. */
	return done < 0 && out->node->device == FULL ? -EINVAL : done;
}

static i64 call_copy_file_range(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	struct file *in = open_file(a);
	struct file *out = open_file(c);
	i64 n = settle(e);
	if ((u32)f)
		return -EINVAL;
	if (!in || !out)
		return -EBADF;
	if (is(in->node, S_IFDIR) || is(out->node, S_IFDIR))
		return -EISDIR;
	if (!plain(in->node) || !plain(out->node))
		return -EINVAL;
	if (!can_read(in) || !can_write(out) || (out->flags & O_APPEND))
		return -EBADF;
	i64 bad = inject(EIO);
	if (bad)
		return bad;
	i64 from = b ? *(i64 *)b : in->pos;
	i64 to = d ? *(i64 *)d : out->pos;
	settle_size(in->node);
	n = smaller(smaller(n, max_transfer), in->node->size - from);
	if (in->node == out->node && n > 0 && to < from + n && from < to + n)
		return -EINVAL;
	return copy_through(in, (i64 *)b, out, (i64 *)d, n);
}

/* Only pipes can be spliced; a program that is refused copies by reading and writing, with the same result. */
static i64 call_splice(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f)
{
	return open_file(a) && open_file(c) ? -EINVAL : -EBADF;
}
