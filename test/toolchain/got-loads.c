/* Position-independent code loads addresses from the global offset table. These loads had no memory operand, so that they might have been volatile:
   the validator took packets of the stock packetizer for wrong that had them before another load (patch 0124). Nothing writes what they read, so that
   they may pass calls, too.

RUN: %hexagon-cc -fPIC -O1 -mllvm -sda-pack=optimal -mllvm -sda-verify -c %s -o %t.1.o
RUN: %packed-cc -fPIC -mllvm -sda-verify -O2 -c %s -o %t.2.o
RUN: %packed-cc -fPIC -mllvm -sda-verify -Os -c %s -o %t.s.o
RUN: %hexagon-cc -fPIC -O2 -S %s -o - | FileCheck %s
*/
typedef int V __attribute__((vector_size(128)));
typedef struct __attribute__((packed)) { char a; int b; short c; long long d; } Packed;
typedef struct { char a; int b; short c; long long d; V v; _Bool e : 1; int f : 13; long long g : 40; } Record;
extern V vectors[8];
extern Record record;
extern Packed packed[4];
extern int words[100];
extern char bytes[200], text[200];
void *memcpy(void *, const void *, unsigned);

V mixed(V v, V w, int k, int n, V *p, int s, long long l) {
  s = s < k ? s : k;
  vectors[6] = v - w;
  record.g = l;
  l = ((long long)s * k << 1) + ((l & 0xffff) << 16);
  v ^= vectors[(unsigned)(k + 1) & 7];
  packed[(unsigned)k & 3].b += s;
  words[99] = s + l;
  return v ^ w;
}

int calls(int n) {
  memcpy(bytes + n % 7 * 7, packed, 15);
  record.b += n;
  memcpy(text + n % 5, &record, 15);
  return words[n & 63] + record.c;
}

/* The entry is loaded once, before the loop.
   CHECK-LABEL: loop:
   CHECK: words@GOT
   CHECK: Loop Header
   CHECK-NOT: @GOT
   CHECK: endloop0
*/
void loop(int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    words[i * 3 & 63] += i;
}
