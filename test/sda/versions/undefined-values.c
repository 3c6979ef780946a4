/* A loop in two versions, one of which goes to the window scheduler with undefined values in it: words inserted into vectors that nobody
   defined (patch 0053). A later pass crashed on what that made of them.

RUN: %packed-cc -fno-pic -fwrapv -fno-strict-aliasing -Wno-c++11-narrowing -w -O2 -x c++ -c %s -o %t.o
*/
typedef unsigned long long U;
typedef short vs __attribute__((vector_size(128)));
typedef int vi __attribute__((vector_size(128)));
typedef unsigned vI __attribute__((vector_size(128)));
typedef bool bi __attribute__((ext_vector_type(32)));
unsigned fold(vi*pi, vi*oi, vI*pI, vI*oI, vs*ps, vs*os, int n){ unsigned s=0;
for(int q=0;
q<n;
q++){ vI x0=(((vI){ 0} + (3286880110u)));
vi x1=(~(((~0) * pi[0]) >> 23));
vI x2=__builtin_elementwise_sub_sat(((-((vI){ 224u, 4294967295u, 3u, 984695338u, 1u, 5u, 4294967295u, 2u, 5u, 1u, 5u, 2147483647u, 7u,
    4294967295u, 4294967295u, 4294967295u, 3u, 4294967295u, 2147483648u, 1u, 1u, 0u, 128u, 3u, 0u, 27u, 3u, 229u, 3u, 2147483648u,
    4294967295u, 4294967295u} )) << 24), ((((x0 < ((vI){ 5u, 2u, 4294967295u, 5u, 1u, 2u, 1u, 5u, 2147483647u, 4294967295u, 2147483648u,
    4294967295u, 7u, 11u, 4294967295u, 4294967295u, 0u, 0u, 2147483648u, 0u, 4294967295u, 2147483647u, 4294967295u, 4294967295u, 197u,
    5u, 5u, 2u, 2u, 2147483647u, 4294967295u, 5u} ) < x0))) ? __builtin_shufflevector(x0, pI[3], 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27, 28, 29, 30, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) : (((pI[2] != x0)) ? ((vI){ 2147483648u, 4294967295u,
    846262412u, 4111348356u, 2u, 2147483647u, 7u, 3u, 0u, 3u, 4294967295u, 4294967295u, 3u, 136u, 239u, 2147483647u, 4294967295u, 3u,
    5u, 2u, 2147483648u, 17u, 4294967295u, 4294967295u, 1u, 2147483647u, 4294967295u, 2147483648u, 4294967295u, 3u, 2u, 1099649857u} ) :
    ((vI){ 0} + (3u)))));
oi[3]=((((vi){ 1u, 96u, 2156311837u, 7u, 2u, 1u, 5u, 3u, 1u, 250u, 2147483647u, 2u, 4294967295u, 2147483648u, 0u, 1u, 2147483648u, 3u,
    2u, 4294967295u, 3406052712u, 7u, 5u, 2147483648u, 4294967295u, 2147483648u, 7u, 5u, 2147483648u, 4294967295u, 3u, 2u} ) >> 12) +
    (x1 >> 25));
{ bi m=__builtin_convertvector((((x2 << 23) | (pI[1] >> 22)) < (x0 | x0)), bi);
unsigned w=__builtin_bit_cast(unsigned, m);
s=s*31+(unsigned)w+(unsigned)((U)w>>32);
} } return s;
}
