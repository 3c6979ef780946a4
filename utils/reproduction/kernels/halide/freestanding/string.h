/* HalideRuntime.h includes it and needs nothing of it; Hexagon without an operating system has none. */
