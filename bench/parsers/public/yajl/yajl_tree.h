#include <yajl_tree.h>
