// Constructors get the arguments of main, and destructors run after the handlers of atexit.
// homing: reach --sym-arg 2 @argument @before @after @never => REACHED, REACHED, REACHED, UNREACHABLE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int count, letter;
static void early(int argc, char **argv, char **envp) {
    if (argc > 1 && envp && argv[argc] == NULL)
        letter = argv[1][0];
    printf("early %d\n", argc);
}
__attribute__((section(".init_array"), used)) static void (*init)(int, char **, char **) = early;
__attribute__((constructor)) static int with_result(int argc) { return count = argc; }
static void handler(void) {
    if (count == 2)
        count = 10; // <before>
}
static void end(void) {
    if (count == 10)
        count = 11; // <after>
    if (count == 3)
        count = 12; // <never>
}
__attribute__((section(".fini_array"), used)) static void (*fini)(void) = end;
int main(int argc, char **argv) {
    atexit(handler);
    if (letter == 'q')
        count = 2; // <argument>
    return strlen(argv[0]) == 0;
}
