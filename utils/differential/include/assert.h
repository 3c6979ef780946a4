/* csmith programs include it and use nothing of it. */
#define assert(x)
