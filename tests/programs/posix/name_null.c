// A name that the library reads before it asks the kernel: null is an error there, and no answer.
// homing: check -- -DONE=opendir => ERROR null @call
// homing: check -- -DONE=open_folder => NO ERROR
#include <dirent.h>
#include <errno.h>
DIR *open_folder(const char *name) {
    return name ? opendir("") : 0;
}
int main(void) {
    DIR *d = ONE(0); // <call>
    return d ? 1 : 0;
}
