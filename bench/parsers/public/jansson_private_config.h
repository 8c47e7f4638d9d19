/* What jansson's own build would find out; read with HAVE_STDINT_H. */
#ifndef JANSSON_PRIVATE_CONFIG_H
#define JANSSON_PRIVATE_CONFIG_H
#define HAVE_STDINT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_STRTOLL 1
#define INITIAL_HASHTABLE_ORDER 3
#endif
