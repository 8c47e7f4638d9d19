/* klee/klee.h: declarations of the intrinsics that programs written for KLEE use, as Homing provides them. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */

/* The `nbytes` bytes at `addr` become an input called `name`. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
/* An int input. */
int klee_int(const char *name);
/* An int input with begin <= value < end. */
int klee_range(int begin, int end, const char *name);
/* An input with 0 <= value < n. */
uintptr_t klee_choose(uintptr_t n);

/* Conditions. */

/* Runs in which `condition` is zero do not matter from here on. */
void klee_assume(uintptr_t condition);
/* A hint for test cases; it never changes which runs are possible. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* A run in which the expression is zero is an error. */
#define klee_assert(expr) ((expr) ? (void)0 : klee_assert_fail(#expr, __FILE__, __LINE__, __func__))
void klee_assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
    __attribute__((noreturn));

/* Ends of runs. */

/* Ends the run without a test case. */
void klee_silent_exit(int status) __attribute__((noreturn));
/* Ends the run as an error of the kind `suffix`. */
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));
/* Ends the run as an abort. */
void klee_abort(void) __attribute__((noreturn));
/* A target: `--target any` looks for a run that comes here. The run goes on. */
void klee_reach(void);

/* Questions. */

/* Can the value still be more than one? */
unsigned klee_is_symbolic(uintptr_t n);
/* 1 in a native replay, 0 in the analysis. */
unsigned klee_is_replay(void);
/* One value that the expression can have. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);
/* Size of the object that `ptr` points into. */
size_t klee_get_obj_size(void *ptr);
/* An error unless `size` bytes at `address` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* The value of `errno`. */
int klee_get_errno(void);

/* Memory at a fixed address, zeroed. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* From here on, calls of the function `name` go to the function `new_name`. Both are names in quotes. */
void klee_alias_function(const char *name, const char *new_name);
/* 0: where several ways are possible, only one is followed (a loss in the report). */
void klee_set_forking(unsigned enable);

/* Messages and switches without an effect on the result. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);

#ifdef __cplusplus
}
#endif

#endif
