#include "out.h"
#include <stddef.h>
#include <string.h>
struct p { int x, y; }; struct big { long long a[6]; char c; }; struct mix { char a; double b; short c[3]; struct p p; }; struct f2 { float a, b; }; struct f3 { float a, b, c; };
struct e {};
struct nest { struct { union { int i; char c[8]; } u; struct p ps[2]; } in; const char *name; int (*fn)(struct p); struct nest *next; };
static int add(struct p p) { return p.x + p.y; }
static struct p swap(struct p p) { return (struct p){p.y, p.x}; }
static struct big fill(struct big b, int n) { for (int i = 0; i < 6; i++) b.a[i] += n; b.c++; return b; }
static struct mix mixed(struct mix m) { m.b *= 2; m.c[1]++; m.p = swap(m.p); return m; }
static struct f2 two(struct f2 v) { return (struct f2){v.b, v.a}; }
static struct f3 three(struct f3 v) { v.c += v.a; return v; }
struct nest n2 = {{{7}, {{1, 2}, {3, 4}}}, "second", add, 0};
struct nest n1 = {{{.c = "abcdefg"}, {{5, 6}, {7, 8}}}, "first", add, &n2};
int grid[3][4] = {{1, 2}, {3}, {[3] = 9}}; int *inner = &grid[1][2]; char *mid = (char *)&grid + 5; char text[] = "hello\0world";
struct big gb = {{1, 2, 3}, 'z'}; struct mix gm = {'q', 1.25, {1, 2, 3}, {4, 5}};
ptrdiff_t distance = (char *)&n1.in.ps - (char *)&n1;
struct __attribute__((packed)) pk { char a; int b; short c; } pk = {1, 0x12345678, -2};
long long sums[2][2] = {{1ll << 40, -1}, {0, 5}};
int main(void) {
  struct p p = {1, 2}; OUT(add(swap(p))); OUT(swap(p).x);
  struct big b = fill(gb, 10); for (int i = 0; i < 6; i++) OUT(b.a[i]); OUT(b.c); OUT(gb.c);
  struct mix m = mixed(gm); out_double(m.b); OUT(m.c[1]); OUT(m.p.x); OUT(m.a); OUT(offsetof(struct mix, p));
  struct f2 f = two((struct f2){1.5f, 2.5f}); out_float(f.a); struct f3 t = three((struct f3){1, 2, 3}); out_float(t.c); out_float(t.b);
  OUT(n1.next->in.ps[1].y); OUT(n1.next->fn(n1.in.ps[0])); OUT(n1.name[3]); OUT(n1.in.u.c[6]); OUT(n2.in.u.i);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) OUT(grid[i][j]);
  *inner = 77; OUT(grid[1][2]); OUT(*mid); OUT(text[7]); OUT(sizeof text); OUT(distance); OUT(pk.b); OUT(pk.c); OUT(sizeof pk); OUT(sums[0][0]);
  struct p arr[3] = {{1, 2}, {3, 4}}; struct p *q = arr + 1; q[-1].y = q->x; OUT(arr[0].y); OUT(&arr[2] - arr);
  struct nest copy = n1; copy.in.ps[0] = swap(copy.in.ps[0]); OUT(copy.in.ps[0].x); OUT(memcmp(&copy.in.ps[1], &n1.in.ps[1], sizeof(struct p)) == 0);
  struct e empty; (void)empty; OUT((p.x ? (struct p){9, 8}.y : 0));
  char c4[4] = "abcd"; OUT(c4[3]); int (*fp)(struct p) = p.x ? add : 0; OUT(fp(p)); OUT(fp == add);
  return 0;
}
