// The string functions that programs use most.
#include <string.h>
#include <stdlib.h>
#include <ctype.h>
extern void homing_output(unsigned long long);

static int sign(int x) { return x < 0 ? 2 : x > 0; }

int main(void) {
    char buffer[64];
    homing_output(strlen("")); homing_output(strlen("hello"));
    strcpy(buffer, "hello"); strcat(buffer, ", world");
    homing_output(strlen(buffer)); homing_output(sign(strcmp(buffer, "hello"))); homing_output(sign(strcmp("a", "b"))); homing_output(strcmp("same", "same"));
    homing_output(sign(strncmp("hello", "help", 3))); homing_output(sign(strncmp("hello", "help", 4)));
    homing_output(strchr(buffer, 'o') - buffer); homing_output(strrchr(buffer, 'o') - buffer); homing_output(strchr(buffer, 'z') == 0);
    homing_output(strstr(buffer, "wor") - buffer); homing_output(strstr(buffer, "xyz") == 0);
    homing_output(sign(memcmp("abc", "abd", 3))); homing_output(memcmp("abc", "abd", 2));
    homing_output((char *)memchr(buffer, 'w', 12) - buffer);
    strncpy(buffer, "ab", 5);
    homing_output(buffer[4]); homing_output(buffer[5]);
    homing_output(atoi("  -42x")); homing_output(strtol("ff", 0, 16)); homing_output(strtoul("077", 0, 0));
    homing_output(abs(-5)); homing_output(labs(-6l));
    homing_output(!!isdigit('7')); homing_output(!!isalpha('7')); homing_output(toupper('q'));
    unsigned char key = 200;
    homing_output(sign(memcmp(&key, "a", 1)));
    return 0;
}
