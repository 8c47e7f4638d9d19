/* What the C library wants from below it. */
#include <stdint.h>
#include <stdlib.h>

extern uintptr_t __homing_tp;
void __homing_constructors(void);

/* The loader asks for this name, so that what follows goes before the library's own weak definitions. */
void __homing_glue(void) {}

/* Constructors run once the library is ready; destructors are registered with atexit by the first of them. */
void __libc_start_init(void) { __homing_constructors(); }
void __libc_exit_fini(void) {}

int __set_thread_area(void *p)
{
	__homing_tp = (uintptr_t)p;
	return 0;
}

/* Blocks come from the engine, which checks every access to them. */
void *__libc_malloc(size_t n) { return malloc(n); }
void *__libc_malloc_impl(size_t n) { return malloc(n); }
void *__libc_calloc(size_t m, size_t n) { return calloc(m, n); }
void *__libc_realloc(void *p, size_t n) { return realloc(p, n); }
void __libc_free(void *p) { free(p); }
int __malloc_replaced = 1;
int __aligned_alloc_replaced = 1;
