// Structs by value: in and out of functions, in registers and in memory, nested, arrays, function pointers in them.
extern void homing_output(unsigned long long);

struct small { int x; char y; };
struct pair { long a, b; };
struct mixed { double d; int i; };
struct floats { float a, b, c; };
struct big { int v[20]; struct small s; };
struct empty {};
struct node { struct node *next; int value; struct small inner[2]; };

static struct small make_small(int x, char y) { struct small s = {x, y}; return s; }
static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; return q; }
static struct mixed scale(struct mixed m, double by) { m.d *= by; m.i = (int)m.d; return m; }
static struct floats add(struct floats f, struct floats g) { f.a += g.a; f.b += g.b; f.c += g.c; return f; }
static struct big grow(struct big b, int n) { for (int i = 0; i < 20; i++) b.v[i] += n * i; b.s.x++; return b; }
static int sum(struct big b) { int t = b.s.x; for (int i = 0; i < 20; i++) t += b.v[i]; b.v[0] = -1; return t; }
static int many(int a, struct pair p, long c, struct pair q, int d, struct big b, struct pair r, double e, struct small s) {
    return (int)(a + p.a * 2 + p.b * 3 + c * 4 + q.a * 5 + q.b * 6 + d * 7 + sum(b) + r.a * 8 + r.b * 9 + e * 10 + s.x * 11 + s.y);
}
static struct empty nothing(struct empty e, int *p) { *p += 1; return e; }

typedef struct big (*grower)(struct big, int);

int main(void) {
    struct small s = make_small(7, 'c');
    homing_output(s.x); homing_output(s.y);
    struct pair p = swap((struct pair){1, 2});
    homing_output(p.a); homing_output(p.b);
    struct mixed m = scale((struct mixed){2.5, 0}, 4);
    homing_output(m.i);
    struct floats f = add((struct floats){1, 2, 3}, (struct floats){0.5f, 0.25f, 4});
    homing_output((int)(f.a * 100)); homing_output((int)(f.b * 100)); homing_output((int)(f.c * 100));
    struct big b = {{1, 2, 3}, {10, 'z'}};
    grower g = grow;
    b = g(grow(b, 2), 3);
    homing_output(sum(b)); homing_output(b.v[0]); homing_output(b.v[19]); homing_output(b.s.y);
    homing_output(many(1, p, 3, swap(p), 4, b, p, 0.5, s));
    int count = 0;
    nothing(nothing((struct empty){}, &count), &count);
    homing_output(count);
    struct node c = {0, 3, {{1, 'a'}, {2, 'b'}}}, d = {&c, 2}, e = {&d, 1};
    for (struct node *n = &e; n; n = n->next) homing_output(n->value * 100 + n->inner[1].x);
    struct node list[3];
    for (int i = 0; i < 3; i++) { list[i] = c; list[i].value += i; list[i].next = i ? &list[i - 1] : 0; }
    struct node copy[3];
    __builtin_memcpy(copy, list, sizeof list);
    homing_output(copy[2].next == &list[1]); homing_output(copy[2].next->next->value);
    return b.s.x;
}
