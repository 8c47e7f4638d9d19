// Function pointers, pointer arithmetic, pointers copied byte by byte and through integers.
#include <stdint.h>
#include <stddef.h>
extern void homing_output(unsigned long long);

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op table[] = {add, sub, mul, 0};
static int compare(op a, op b) { return a == b; }
static op choose(int i) { return table[i]; }
static int apply(op f, int a, int b) { return f(a, b); }

static int array[10];
static int *inside = &array[3];
static int **indirect = &inside;
static struct { char *name; op f; int *p; } records[] = {{"one", add, array + 1}, {"two", mul, &array[9]}};

static void copy_bytes(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--) *t++ = *f++;
}

int main(void) {
    for (int i = 0; table[i]; i++) homing_output(apply(choose(i), 20, 7));
    homing_output(compare(table[0], add)); homing_output(compare(table[0], sub));
    for (int i = 0; i < 10; i++) array[i] = i * i;
    homing_output(**indirect); homing_output(inside - array); homing_output(*(inside + 4)); homing_output(inside[-2]);
    homing_output(&array[8] - inside); homing_output(&array[2] < inside); homing_output((char *)(inside + 1) - (char *)array);
    for (int i = 0; i < 2; i++) homing_output(records[i].name[1] + records[i].f(2, 3) + *records[i].p);
    int *copied;
    copy_bytes(&copied, &inside, sizeof copied);
    homing_output(*copied);
    __builtin_memmove(&copied, &records[1].p, sizeof copied);
    homing_output(*copied);
    uintptr_t bits = (uintptr_t)copied;
    homing_output(*(int *)(bits - sizeof(int)));
    homing_output(*(int *)((bits | 1) & ~(uintptr_t)1));
    uintptr_t key = (uintptr_t)&array[1] ^ (uintptr_t)&array[7];
    homing_output(*(int *)(key ^ (uintptr_t)&array[1]));
    op f;
    copy_bytes(&f, &table[2], sizeof f);
    homing_output(f(6, 7));
    homing_output(((op)(uintptr_t)table[1])(6, 7));
    int *end = array + 10, count = 0;
    for (int *p = array; p != end; p++) count++;
    homing_output(count);
    char text[] = "hello";
    char *p = text;
    while (*p) p++;
    homing_output(p - text);
    void *v = &text[1];
    homing_output(*(char *)v);
    int matrix[3][4][5];
    for (int i = 0; i < 60; i++) ((int *)matrix)[i] = i;
    homing_output(matrix[2][1][3]); homing_output((*(matrix + 1))[2][4]);
    int (*row)[5] = matrix[1];
    homing_output(row[3][2]); homing_output(&matrix[2] - &matrix[0]);
    return 0;
}
