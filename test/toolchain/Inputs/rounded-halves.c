/* main of rounded-halves.ll. In the comments are values; in the code are a half's bits, or a float's for a word. */
typedef unsigned short half;
half three(half, half, half), added(const half *, half);
unsigned of_result(half, half);
void vector(half *);

int main(void) {
  /* 2048 + 1 is 2048 in a half, twice: the float 2050 is a half as well. */
  if (three(0x6800, 0x3c00, 0x3c00) != 0x6800)
    return 1;
  /* (1 + 2^-10)^2 is 1 + 2^-9 in a half. */
  if (of_result(0x3c01, 0x3c01) != 0x3f804000)
    return 2;
  static half of_four[4] __attribute__((aligned(8))) = {0x3c01, 0x3c00, 0xbc01, 0x4000};
  vector(of_four); /* 2^-9, 0, 2^-9, 3 */
  if (of_four[0] != 0x1800 || of_four[1] != 0 || of_four[2] != 0x1800 || of_four[3] != 0x4200)
    return 3;
  static const half ones[4] __attribute__((aligned(8))) = {0x3c00, 0x3c00, 0x3c00, 0x3c00};
  return added(ones, 0x6800) != 0x6800;
}
