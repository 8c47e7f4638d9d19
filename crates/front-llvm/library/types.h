/* Types without headers. */
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

#define NULL ((void *)0)

void *malloc(size_t);
int *__errno_location(void);

int tolower(int);
int toupper(int);
int isspace(int);
size_t strlen(const char *);
