// Variable-length arrays, alloca, the heap, memory functions, aliasing, large objects.
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern void homing_output(unsigned long long);

static int vla(int n) {
    int a[n], t = 0;
    for (int i = 0; i < n; i++) a[i] = i * n;
    for (int k = 1; k < 4; k++) {
        char b[k * n][2];
        for (int i = 0; i < k * n; i++) b[i][i & 1] = (char)(i + k), b[i][!(i & 1)] = 1;
        t += b[k * n - 1][0] + (int)sizeof b;
    }
    for (int i = 0; i < n; i++) t = t * 3 + a[i];
    return t;
}

static int matrix(int n, int m, int a[n][m]) { int t = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t = t * 2 + a[i][j]; return t; }

struct node { struct node *left, *right; int key; };
static struct node *insert(struct node *t, int key) {
    if (!t) { t = malloc(sizeof *t); t->left = t->right = 0; t->key = key; return t; }
    if (key < t->key) t->left = insert(t->left, key); else if (key > t->key) t->right = insert(t->right, key);
    return t;
}
static int walk(struct node *t, int depth) { if (!t) return 0; int l = walk(t->left, depth + 1); homing_output(t->key * 100 + depth); int r = walk(t->right, depth + 1); free(t); return l + r + 1; }

int main(void) {
    homing_output(vla(1)); homing_output(vla(7)); homing_output(vla(10));
    int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    homing_output(matrix(3, 4, m));
    struct node *tree = 0;
    for (int i = 0, k = 17; i < 30; i++, k = k * 31 % 101) tree = insert(tree, k);
    homing_output(walk(tree, 0));
    char *grow = 0;
    for (int i = 1; i <= 40; i++) { grow = realloc(grow, i); grow[i - 1] = (char)(i * 3); }
    for (int i = 0; i < 40; i += 13) homing_output(grow[i]);
    free(grow);
    int *zero = calloc(10, sizeof *zero);
    for (int i = 0; i < 10; i++) homing_output(zero[i]);
    zero[3] = 5;
    memmove(zero + 1, zero, 9 * sizeof *zero);
    homing_output(zero[4]); homing_output(zero[3]);
    memset(zero, 0xab, 7);
    homing_output((unsigned)zero[0]); homing_output((unsigned)zero[1]);
    free(zero);
    char *local = __builtin_alloca(20);
    memcpy(local, "some text", 10);
    homing_output(local[5]);
    void *aligned = aligned_alloc(64, 128);
    homing_output((uintptr_t)aligned % 64);
    free(aligned);
    void *p = 0;
    homing_output(posix_memalign(&p, 256, 10)); homing_output((uintptr_t)p % 256);
    free(p); free(0);
    static unsigned big[100000];
    for (unsigned i = 0; i < 100000; i += 7) big[i] = i * i;
    unsigned h = 0;
    for (unsigned i = 0; i < 100000; i++) h = h * 31 + big[i];
    homing_output(h);
    struct { char c; int i; } s1, s2;
    memset(&s1, 0, sizeof s1);
    s2 = s1; s2.i = 3; s1 = s2;
    homing_output(s1.i + s1.c);
    return 0;
}
