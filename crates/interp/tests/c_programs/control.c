// Switch, goto, computed goto, loops, recursion, short circuits, conditional expressions.
extern void homing_output(unsigned long long);

static int classify(int x) {
    switch (x) {
        case 0: return 1;
        case 1: case 2: case 3: x += 10; break;
        case -5 ... -1: return -x;
        case 100: x = 5;
        case 101: x++; break;
        case 2147483647: return 99;
        default: if (x > 50) return 7;
    }
    return x * 2;
}

static int wide(unsigned long long x) {
    switch (x) {
        case 0x100000000ull: return 1;
        case 0xffffffffffffffffull: return 2;
        case 5: return 3;
    }
    return 4;
}

static int machine(const unsigned char *code) {
    static void *ops[] = {&&halt, &&push, &&add, &&mul, &&jump};
    int stack[16], sp = 0;
    goto *ops[*code++];
push: stack[sp++] = *code++; goto *ops[*code++];
add: sp--; stack[sp - 1] += stack[sp]; goto *ops[*code++];
mul: sp--; stack[sp - 1] *= stack[sp]; goto *ops[*code++];
jump: code += *code; goto *ops[*code++];
halt: return stack[0];
}

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls += 100; return 0; }

static void duff(char *to, const char *from, int n) {
    int rounds = (n + 3) / 4;
    switch (n % 4) {
        case 0: do { *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    for (int i = -7; i < 6; i++) homing_output(classify(i));
    homing_output(classify(100)); homing_output(classify(101)); homing_output(classify(60)); homing_output(classify(2147483647));
    homing_output(wide(5)); homing_output(wide(1ull << 32)); homing_output(wide(-1ull)); homing_output(wide(0));
    static const unsigned char code[] = {1, 6, 1, 7, 3, 4, 3, 9, 9, 1, 8, 2, 0};
    homing_output(machine(code));
    homing_output(ackermann(2, 4)); homing_output(even(101)); homing_output(odd(101));
    homing_output(yes() && no() && yes()); homing_output(no() || yes() || no()); homing_output(calls);
    char buffer[12] = {0};
    duff(buffer, "hello world", 11);
    for (int i = 0; i < 12; i++) homing_output(buffer[i]);
    int i = 0, t = 0;
again:
    if (++i % 3 == 0) goto again;
    t += i;
    if (i < 20) goto again;
    homing_output(t);
    for (i = 0, t = 0; ; i++) { if (i == 7) continue; if (i > 12) break; t = t * 2 + i; }
    homing_output(t);
    do t -= 1000; while (t > 0);
    homing_output((unsigned)t);
    int x = ({ int y = 5; y * y; });
    homing_output(x ?: 3); homing_output(0 ?: 3);
    return classify(2);
}
