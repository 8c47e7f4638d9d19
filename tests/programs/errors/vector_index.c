// An index outside of a vector is an error, for reading and for writing.
// homing: check => ERROR out-of-bounds @read, ERROR out-of-bounds @write
// homing: reach @inside @behind => REACHED, UNKNOWN "outside of the vector"
#include <homing.h>
typedef unsigned v4 __attribute__((vector_size(16)));
int main(void) {
    v4 f = {1, 2, 3, 4};
    unsigned char k = homing_any_uchar();
    if (k < 4 && f[k] == 3)
        return 1; // <inside>
    if (k > 100)
        f[k & 7] = k; // <write>
    unsigned v = f[k & 15]; // <read>
    if (v == 77)
        return 2; // <behind>
    return 0;
}
