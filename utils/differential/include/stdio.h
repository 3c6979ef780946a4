/* What a csmith program needs of a C library; see support.c. */
int printf(const char *Format, ...);
