// What fortified code calls ends the run where more is written than the compiler knows room for, also inside of an object.
// homing: check -- -DCOPY=__builtin___strcpy_chk(r.name,text,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___strcpy_chk(r.name,text+1,ROOM) => NO ERROR
// homing: check -- -DCOPY=__builtin___strncpy_chk(r.name,text,n+1,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___strncpy_chk(r.name,text,n,ROOM) => NO ERROR
// homing: check -- -DCOPY=__builtin___strcat_chk(r.name,text,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___strcat_chk(r.name,text+1,ROOM) => NO ERROR
// homing: check -- -DCOPY=__builtin___strncat_chk(r.name,text,n,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___strncat_chk(r.name,text,n-1,ROOM) => NO ERROR
// homing: check -- -DCOPY=__builtin___stpcpy_chk(r.name,text,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___memcpy_chk(r.name,text,n+1,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___memcpy_chk(r.name,text,n,ROOM) => NO ERROR
// homing: check -- -DCOPY=__builtin___memmove_chk(r.name,text,n+1,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___memset_chk(r.name,1,n+1,ROOM) => ERROR abort @copy
// homing: check -- -DCOPY=__builtin___memset_chk(r.name,1,n,ROOM) => NO ERROR
#include <homing.h>
#include <stddef.h>
#define ROOM __builtin_object_size(r.name, 1)
#ifndef COPY
#define COPY (void)ROOM
#endif
struct {
    char name[4];
    int number;
} r;
int main(void) {
    volatile size_t n = homing_any_bool() ? 4 : 3;
    const char *text = "abcd";
    COPY; // <copy>
    return r.number;
}
