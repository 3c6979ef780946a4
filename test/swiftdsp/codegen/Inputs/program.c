/* Integers of all widths, calls, recursion, structures by value, switches, loops: hashed, so that one wrong bit changes the
 * status, which is the hash folded into seven bits. One program for SwiftDSP and for the host. */
static unsigned state = 12345;
static unsigned hash = 2166136261u;
static int numbers[200];

static unsigned next(void) {
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

static void add(unsigned x) {
  for (int i = 0; i < 4; i++) {
    hash = (hash ^ (x & 255)) * 16777619u;
    x >>= 8;
  }
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

struct Mixed {
  int a;
  short b;
  signed char c;
  long long d;
};

__attribute__((noinline)) static long long mix(struct Mixed s, long long x) {
  return s.a * 3LL + s.b - s.c + (s.d ^ x) + (x << (s.a & 31)) + (s.d >> (s.b & 15));
}

__attribute__((noinline)) static void sort(int *p, int n) {
  for (int i = 1; i < n; i++) {
    int v = p[i], j = i;
    while (j > 0 && p[j - 1] > v) {
      p[j] = p[j - 1];
      j--;
    }
    p[j] = v;
  }
}

__attribute__((noinline)) static int choose(int x) {
  switch (x) {
  case 0: return 5;
  case 1: return 7;
  case 2: return 11;
  case 3: return 13;
  case 4: return 17;
  case 5: return 19;
  case 9: return -1;
  default: return x * 2;
  }
}

/* More arguments than registers, of each width, and a sum that depends on every one. */
__attribute__((noinline)) static int many(int a, signed char b, short c, unsigned char d, int e, long long f, int g, int h,
                                          unsigned short i, signed char j, long long k) {
  return a - 2 * b + 3 * c - 4 * d + 5 * e - (int)(f >> 7) + 6 * g - 7 * h + 8 * i - 9 * j + (int)(k >> 33);
}

int main(void) {
  for (int i = 0; i < 200; i++)
    numbers[i] = (int)next() % 1000 - 500;
  sort(numbers, 200);
  for (int i = 0; i < 200; i++)
    add(numbers[i]);
  add(fibonacci(12));
  struct Mixed s = {7, -300, -5, 0x123456789abcdefLL};
  long long m = mix(s, 0x7eedbeefcafeLL);
  add((unsigned)m);
  add((unsigned)(m >> 32));
  for (int i = -2; i < 12; i++)
    add(choose(i));
  add(next() / 7u % 13u);
  add((int)next() / -9);
  unsigned long long wide = next();
  wide *= next();
  add(wide >> 13);
  /* In an order of its own: that of arguments is the compiler's. */
  int v[11];
  for (int i = 0; i < 11; i++)
    v[i] = next();
  add(many(v[0], v[1], v[2], v[3], v[4], v[5] * 977LL, v[6], v[7], v[8], v[9], -1LL - v[10] * 1000003LL));
  return (hash ^ hash >> 8 ^ hash >> 16) & 0x7f;
}
