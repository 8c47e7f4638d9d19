/* Standard input without an end: whoever reads gets fresh symbolic bytes, or the end of the input.

   Pieces are named stdin-chunk0, stdin-chunk1, ...; how much of a piece there is, is an input too (stdin-chunk0-size, ...). A piece
   that is not full is the last one, so a native run that gets all pieces one after the other reads the same. */

static i64 stream_read(struct inode *node, u8 *to, i64 n)
{
	i64 done = 0;
	while (done < n && !node->start) {
		i64 piece = smaller(n - done, PIECE);
		char *name = numbered("stdin-chunk", k.chunks);
		char *size_name = malloc(strlen(name) + 6);
		put(put(size_name, name), "-size");
		k.chunks++;
		i64 size = klee_range(0, (int)piece + 1, size_name);
		u8 *bytes = malloc((size_t)piece);
		klee_make_symbolic(bytes, (size_t)piece, name);
		if (size == piece) {
			memcpy(to + done, bytes, (size_t)piece);
			done += piece;
		} else {
			node->start = 1;
			if (size != 0) {
				memcpy(to + done, bytes, (size_t)size);
				done += size;
			}
		}
		free(bytes);
		free(name);
		free(size_name);
	}
	return done;
}
