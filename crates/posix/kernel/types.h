/* Types, numbers and externals without headers. Numbers and layouts are those of Linux on x86-64. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef int i32;
typedef long i64;
typedef __SIZE_TYPE__ size_t;

#define NULL ((void *)0)
#define LENGTH(array) ((i64)(sizeof(array) / sizeof((array)[0])))

/* What the engine gives. */
void klee_make_symbolic(void *, size_t, const char *);
int klee_range(int, int, const char *);
unsigned klee_is_symbolic(u64);
size_t klee_get_obj_size(void *);
void klee_check_memory_access(const void *, size_t);
void klee_silent_exit(int) __attribute__((noreturn));
void __homing_output(int, const void *, size_t);
void __homing_loss(const char *);
void __homing_assumed(void *, size_t, const char *);
void __homing_handled(u64);
void __homing_aborts(const char *) __attribute__((noreturn));
void *__homing_map(size_t);
void __homing_protect(void *, int);
void __homing_shrink(void *, size_t);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *aligned_alloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
void _exit(int) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));

enum {
	EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENXIO = 6, E2BIG = 7, ENOEXEC = 8, EBADF = 9, ECHILD = 10, EAGAIN = 11,
	ENOMEM = 12, EACCES = 13, EFAULT = 14, EBUSY = 16, EEXIST = 17, EXDEV = 18, ENODEV = 19, ENOTDIR = 20, EISDIR = 21,
	EINVAL = 22, ENFILE = 23, EMFILE = 24, ENOTTY = 25, EFBIG = 27, ENOSPC = 28, ESPIPE = 29, EROFS = 30, EMLINK = 31,
	EPIPE = 32, ERANGE = 34, ENAMETOOLONG = 36, ENOSYS = 38, ENOTEMPTY = 39, ELOOP = 40, ENODATA = 61, EOVERFLOW = 75,
	EOPNOTSUPP = 95
};

enum {
	O_ACCMODE = 3, O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_NOCTTY = 0400, O_TRUNC = 01000,
	O_APPEND = 02000, O_NONBLOCK = 04000, O_DSYNC = 010000, O_ASYNC = 020000, O_DIRECT = 040000, O_LARGEFILE = 0100000,
	O_DIRECTORY = 0200000, O_NOFOLLOW = 0400000, O_NOATIME = 01000000, O_CLOEXEC = 02000000, O_PATH = 010000000,
	O_TMPFILE_BIT = 020000000
};

enum {
	S_IFMT = 0170000, S_IFIFO = 0010000, S_IFCHR = 0020000, S_IFDIR = 0040000, S_IFBLK = 0060000, S_IFREG = 0100000,
	S_IFLNK = 0120000, S_IFSOCK = 0140000, S_ISVTX = 01000, S_ISGID = 02000, S_ISUID = 04000
};

enum { AT_FDCWD = -100, AT_SYMLINK_NOFOLLOW = 0x100, AT_REMOVEDIR = 0x200, AT_EACCESS = 0x200, AT_SYMLINK_FOLLOW = 0x400,
       AT_NO_AUTOMOUNT = 0x800, AT_EMPTY_PATH = 0x1000, AT_STATX_SYNC_TYPE = 0x6000 };

enum { SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, SEEK_HOLE };

enum { PATH_MAX = 4096, NAME_MAX = 255, MAX_LINKS = 40, PIPE_ROOM = 65536, PAGE = 4096 };

/* The longest piece whose length the engine can leave open without a state for each length. */
enum { PIECE = 256 };

struct time {
	i64 sec;
	i64 nsec;
};

struct iovec {
	u8 *base;
	u64 length;
};

/* The name of one file in a directory. `order` grows with every name ever made there: an offset of getdents. */
struct entry {
	const char *name;
	i64 length;
	i64 order;
	struct inode *node;
};

/* What reading and writing a node means beyond its mode. */
enum device { PLAIN, NUL, ZERO, FULL, TERMINAL, RANDOM, OUTPUT, STREAM, DESCRIPTORS };

struct inode {
	i64 number;
	u32 mode;
	u32 links;
	u32 uid;
	u32 gid;
	enum device device;
	i64 rdev;
	i64 dev;
	/* Open descriptions of it, and for a pipe those that read and those that write. */
	i64 opens;
	i64 readers;
	i64 writers;
	/* Contents. Where room is 0, the bytes are copied before the first change; unless `input`, they are part of the configuration. */
	u8 *data;
	int input;
	int world;  /* a folder of which nobody said what is in it */
	int made; /* by the program, or it has set the mode */
	int masked; /* its mode comes from a mask that nobody set */
	i64 size;
	i64 room;
	i64 start; /* of a pipe: what was read already; of an output: 1 or 2; of a stream: 1 at its end */
	/* A loose node's size is an input, least <= size <= most; the bytes from 0 to most exist. */
	int loose;
	i64 least;
	i64 most;
	/* A directory's names. */
	struct entry *entries;
	i64 count;
	i64 entry_room;
	i64 next_order;
	struct inode *parent;
	int holds; /* a removed directory in use keeps its parent in use */
	struct time accessed;
	struct time modified;
	struct time changed;
};

/* An open file description: what dup shares. */
struct file {
	struct inode *node;
	int flags;
	int refs;
	i64 pos;
	int at_end; /* pos is the size of a loose node, whatever that is */
};

struct slot {
	struct file *file;
	int cloexec;
};

/* The configuration and everything that a process has. */
struct kernel {
	const u8 *blob;
	i64 at;
	int libc;
	int fails_left;
	i64 fails_asked;
	i64 max_files;
	i64 max_bytes;
	i64 bytes;
	int space_lost;
	int mask_set; /* by the program: then it is known */
	u32 uid, euid, suid, gid, egid, sgid;
	u32 mask;
	struct inode *root;
	struct inode *cwd;
	struct inode *home;  /* the working folder at the start */
	i64 next_inode;
	struct slot *slots;
	i64 slot_room;
	struct inode *standard[3]; /* have no name, and stay when they are closed */
	i64 chunks;
	char **vector; /* arguments, environment and auxiliary values, in a row */
	char **auxiliary;
	i64 clock;
	u64 random;
};

static struct kernel k;
