// As pointer_pieces_sum.c, one constant apart.
// homing: reach @lost => REACHED
// homing: check => NO ERROR
int homing_any_int(void);
void homing_assume(int);

struct entry {
    short state;
    union {
        int n;
        int *p;
    } minor;
};
struct parser {
    struct entry *top;
    struct entry stack[8];
};
int g[8] = {5, 6, 7, 8, 9, 10, 11, 12};

int main(void) {
    struct parser s = {0};
    s.top = s.stack;
    unsigned n = homing_any_int(), a = homing_any_int(), b = homing_any_int();
    homing_assume(n < 6);
    homing_assume(a < 3);
    homing_assume(b < 3);
    s.top += n;
    s.top->minor.p = &g[2];
    s.top++;
    s.top->minor.n = 9;
    int *p = s.top[-1].minor.p;
    int sum = *(p + a + b - 1) - 6;
    if (sum != (int)(a + b) + 1)
        return 1; // <lost>
    if (*(p + a - b) == 5 && n == 3)
        return 2; // <hit>
    return 0;
}
