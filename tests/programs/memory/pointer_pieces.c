// A stack inside of a record, its top at a place that depends on the input: what is stored there goes over a part of a pointer or not, and
// the pointers around it stay what they are.
// homing: reach @lost => UNREACHABLE
// homing: reach @other => REACHED
// homing: reach @middle => REACHED
// homing: check => NO ERROR
int homing_any_int(void);
void homing_assume(int);

struct entry {
    short state;
    union {
        int n;
        int *p;
    } minor;
    int *more;
};
struct parser {
    struct entry *top;
    int *out;
    struct entry stack[8];
};
int g[4] = {5, 6, 7, 8};

int main(void) {
    struct parser s = {0};
    s.top = s.stack;
    s.out = &g[1];
    unsigned n = homing_any_int();
    homing_assume(n < 6);
    s.top += n;
    s.top->state = 3;
    s.top->minor.p = &g[2];
    s.top->more = &g[3];
    s.top++;
    s.top->state = 4;
    s.top->minor.n = 9;
    if (*s.top[-1].minor.p != 7 || *s.out != 6 || *s.top[-1].more != 8)
        return 1; // <lost>
    if (s.top[-1].minor.p[1] == 8 && n == 5)
        return 2; // <other>
    if (s.stack[3].minor.p == &g[2])
        return 3; // <middle>
    return 0;
}
