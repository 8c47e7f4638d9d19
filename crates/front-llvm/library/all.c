/* The small C library, as one unit. */
