// Every kind of error, one function each. `// case NAME: KIND` says which error the function `NAME` must end with;
// `none` means that it returns. Options that a case needs stand behind the kind.
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <setjmp.h>
#include <stdint.h>
extern void klee_make_symbolic(void *, size_t, const char *);
extern void klee_assume(uintptr_t);
extern void klee_check_memory_access(const void *, size_t);
extern size_t klee_get_obj_size(void *);
extern void klee_report_error(const char *, int, const char *, const char *);
extern void reach_error(void);

static volatile int zero = 0, one = 1, five = 5, minus = -1, lowest = -2147483647 - 1;
static int array[5] = {1, 2, 3, 4, 5};
static const int constant = 7;
static int after[5];
static int *kept;
static int *local(void) { int x = 5; int *volatile p = &x; return p; }
static int noargs(void) { return 1; }
static jmp_buf buffer;
static void set(void) { if (setjmp(buffer)) zero = 1; }

// case null_read: null
void null_read(void) { int *p = 0; array[0] = *p; }
// case null_write: null
void null_write(void) { struct { int a[10]; } *volatile p = 0; p->a[five] = 1; }
// case global_after: out-of-bounds
void global_after(void) { array[five] = 1; }
// case global_before: out-of-bounds
void global_before(void) { array[minus] = 1; }
// case global_far: out-of-bounds
void global_far(void) { int *p = array; p[five * 3] = 2; }
// case stack_after: out-of-bounds
void stack_after(void) { int a[3], b[3]; for (int i = 0; i <= 3; i++) a[i] = b[i] = i; }
// case heap_after: out-of-bounds
void heap_after(void) { char *p = malloc(10); p[9] = 1; p[10] = 1; }
// case half_outside: out-of-bounds
void half_outside(void) { char *p = malloc(10); *(int *)(p + 8) = 1; }
// case copy_outside: out-of-bounds
void copy_outside(void) { char a[8], b[16]; memset(b, 0, 16); memcpy(a, b, five * 2); }
// case wild: out-of-bounds
void wild(void) { *(int *)(uintptr_t)0x7000000012345678 = 1; }
// case after_free: use-after-free
void after_free(void) { int *p = malloc(4); *p = 1; free(p); *p = 2; }
// case after_free_reused: use-after-free
void after_free_reused(void) { int *p = malloc(4); free(p); int *q = malloc(4); *q = 1; *p = 2; }
// case after_realloc: use-after-free
void after_realloc(void) { int *p = malloc(4); int *q = realloc(p, 8); *q = 1; array[0] = *p; }
// case after_return: use-after-return
void after_return(void) { int *p = local(); array[0] = *p; }
// case after_return_reused: use-after-return
void after_return_reused(void) { int *p = local(); local(); *p = 3; }
// case double_free: double-free
void double_free(void) { int *p = malloc(4); free(p); free(p); }
// case free_middle: invalid-free
void free_middle(void) { char *p = malloc(4); free(p + 1); }
// case free_local: invalid-free
void free_local(void) { int x; free(&x); }
// case free_global: invalid-free
void free_global(void) { free(array); }
// case realloc_freed: double-free
void realloc_freed(void) { char *p = malloc(4); free(p); p = realloc(p, 8); }
// case divide: division-by-zero
void divide(void) { array[0] = five / zero; }
// case modulo: division-by-zero
void modulo(void) { array[0] = (int)((unsigned)five % (unsigned)zero); }
// case add_overflow: signed-overflow overflow
void add_overflow(void) { array[0] = lowest + minus; }
// case multiply_overflow: signed-overflow overflow
void multiply_overflow(void) { array[0] = lowest * five; }
// case divide_overflow: signed-overflow overflow
void divide_overflow(void) { array[0] = lowest / minus; }
// case add_wraps: none
void add_wraps(void) { array[0] = lowest + minus; }
// case unsigned_wraps: none overflow
void unsigned_wraps(void) { array[0] = (int)((unsigned)lowest * 2u + (unsigned)minus); }
// case shift_far: shift shift
void shift_far(void) { array[0] = one << (five * 7); }
// case shift_negative: shift shift
void shift_negative(void) { array[0] = five >> minus; }
// case shift_ignored: none
void shift_ignored(void) { array[0] = one << (five * 7); }
// case uninitialised_local: uninitialised uninitialised
void uninitialised_local(void) { int x; int *volatile p = &x; array[0] = *p; }
// case uninitialised_heap: uninitialised uninitialised
void uninitialised_heap(void) { int *p = malloc(8); p[0] = 1; array[0] = p[1]; }
// case uninitialised_copied: none uninitialised
void uninitialised_copied(void) { int p[2], q[2]; p[0] = 1; memcpy(q, p, sizeof p); array[0] = q[0]; }
// case uninitialised_is_zero: none
void uninitialised_is_zero(void) { int x; int *volatile p = &x; assert(*p == 0); }
// case leak: leak leaks
void leak(void) { void *p = malloc(5); kept = malloc(8); }
// case leak_lost: leak leaks
void leak_lost(void) { kept = malloc(4); kept = malloc(4); }
// case leak_none: none leaks
void leak_none(void) { kept = malloc(16); *(void **)kept = malloc(8); free(malloc(3)); }
// case leak_kept: leak exit-leaks
void leak_kept(void) { kept = malloc(16); }
// case leak_freed: none exit-leaks
void leak_freed(void) { free(malloc(16)); }
// case assertion: assertion
void assertion(void) { assert(five == 4); }
// case aborts: abort
void aborts(void) { abort(); }
// case unreachable: unreachable
void unreachable(void) { if (five) __builtin_unreachable(); }
// case constant_write: read-only-write
void constant_write(void) { *(int *)&constant = 8; }
// case literal_write: read-only-write
void literal_write(void) { char *p = "text"; p[1] = 'o'; }
// case call_data: bad-call
void call_data(void) { ((void (*)(void))(void *)array)(); }
// case call_null: null
void call_null(void) { void (*volatile p)(void) = 0; p(); }
// case call_freed: bad-call
void call_freed(void) { void (*p)(void) = (void (*)(void))malloc(4); free((void *)p); p(); }
// case call_wrong: none
void call_wrong(void) { int (*volatile p)(int, int) = (int (*)(int, int))noargs; array[0] = p(1, 2); }
// case overlap: overlap
void overlap(void) { memcpy(array + 1, array, 4 * sizeof(int)); }
// case overlap_allowed: none
void overlap_allowed(void) { memmove(array + 1, array, 4 * sizeof(int)); assert(array[4] == 4); }
// case reported: reported
void reported(void) { klee_report_error("file", 1, "message", "suffix"); }
// case reached: reported
void reached(void) { reach_error(); }
// case jump_dead: bad-call
void jump_dead(void) { set(); longjmp(buffer, 1); }
// case jump_never_set: bad-call
void jump_never_set(void) { jmp_buf b; memset(b, 0, sizeof b); longjmp(b, 1); }
// case vla_gone: use-after-return
void vla_gone(void) { int *p; for (int i = 0; i < 2; i++) { int a[five]; if (i) *p = 1; p = a; } }
// case scanned_access: out-of-bounds
void scanned_access(void) { klee_check_memory_access(array, sizeof array); klee_check_memory_access(array + 1, sizeof array); }
// case object_size: none
void object_size(void) { assert(klee_get_obj_size(array + 2) == sizeof array); char *p = malloc(17); assert(klee_get_obj_size(p) == 17); }

typedef void (*test)(void);
static test tests[] = {
    null_read, null_write, global_after, global_before, global_far, stack_after, heap_after, half_outside, copy_outside, wild,
    after_free, after_free_reused, after_realloc, after_return, after_return_reused, double_free, free_middle, free_local,
    free_global, realloc_freed, divide, modulo, add_overflow, multiply_overflow, divide_overflow, add_wraps, unsigned_wraps,
    shift_far, shift_negative, shift_ignored, uninitialised_local, uninitialised_heap, uninitialised_copied,
    uninitialised_is_zero, leak, leak_lost, leak_none, leak_kept, leak_freed, assertion, aborts, unreachable, constant_write, literal_write,
    call_data, call_null, call_freed, call_wrong, overlap, overlap_allowed, reported, reached, jump_dead, jump_never_set,
    vla_gone, scanned_access, object_size,
};

int main(void) {
    unsigned which;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_assume(which < sizeof tests / sizeof *tests);
    tests[which]();
    return 0;
}
