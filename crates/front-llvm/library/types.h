/* Types without headers. */
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

#define NULL ((void *)0)

void *malloc(size_t);
int *__errno_location(void);

/* What the engine tells about arguments (homing_ir::Builtin says what each means). */
__PTRDIFF_TYPE__ __homing_measure(const char *, size_t);
void __homing_readable(const void *, size_t);
void __homing_not_null(const void *);
int __homing_same(const void *, const void *);
void __homing_apart(const void *, size_t, const void *, size_t);
int __homing_result_used(void);
void __homing_loss(const char *);
void __homing_assumed(void *, size_t, const char *);

int tolower(int);
int toupper(int);
int isspace(int);
size_t strlen(const char *);
char *strchrnul(const char *, int);
