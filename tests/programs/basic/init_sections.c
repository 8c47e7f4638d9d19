// Functions whose addresses lie in the sections for them run before and after main, in the order that a real run has.
// homing: reach @before @order @arguments @after @never => REACHED, REACHED, REACHED, REACHED, UNREACHABLE
#include <homing.h>
static int order[8], count, seen_argc;
static char *seen_name;
static void first(void) { order[count++] = 1; }
static void early(int argc, char **argv, char **envp) {
    order[count++] = 2;
    seen_argc = argc;
    seen_name = argv[0];
}
static void late(void) { order[count++] = 4; }
__attribute__((constructor(200))) static void by_attribute(void) { order[count++] = 3; }
static int over;
static void end(void) {
    if (over == 5)
        count = 77; // <after>
    if (over == 9)
        count = 78; // <never>
}
__attribute__((section(".preinit_array"), used)) static void (*pre[])(void) = {first};
__attribute__((section(".init_array.00150"), used)) static void (*prio)(int, char **, char **) = early;
__attribute__((section(".init_array"), used)) static void (*plain)(void) = late;
__attribute__((section(".fini_array"), used)) static void (*fini[])(void) = {end};
int main(int argc, char **argv) {
    over = homing_any_int() ? 5 : 6;
    if (count == 4)
        count = 5; // <before>
    if (order[0] == 1 && order[1] == 2 && order[2] == 3 && order[3] == 4)
        count = 6; // <order>
    if (seen_argc == 1 && argc == 1 && seen_name == argv[0])
        count = 7; // <arguments>
    return 0;
}
