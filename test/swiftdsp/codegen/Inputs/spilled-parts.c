#include <swift_dsp.h>

void use(unsigned word);

static void use_all(v4i32 v) {
  for (int k = 0; k < 4; k++)
    use(v[k]);
}

v4i32 f(v16i8 a, v8i16 b, v4i32 c, int s, int n, v4i32 *p) {
  v4i32 e = c + 1, q = c;
  for (int z = 0; z < n; z++) {
    v4i32 t0 = swift_dsp_vdotbus(swift_dsp_vext40(c), a, n);
    v4i32 t1 = swift_dsp_vdotbb(swift_dsp_vext40(e), a, a) ^ c;
    v16i8 t2 = swift_dsp_vpk4b(c, c, t1, t0, s) * a;
    if (s & 16)
      t2 = (v16i8)(t2 ^ t2);
    v8i16 t3 = swift_dsp_vmaxhs(swift_dsp_vminhs(swift_dsp_vminh(b, (v8i16)e), s), n);
    v16i8 t4 = swift_dsp_vevb(a, t2);
    v4i32 t5 = swift_dsp_vqsubuw((v4i32)t4, e);
    p[z & 3] = e;
    q = p[(z + n) & 3];
    a = swift_dsp_vqsubub(t2, t4);
    b = t3;
    c = t5 + q;
    s = s + 1;
    e = t1;
  }
  use_all((v4i32)a);
  use_all((v4i32)b);
  use_all(e);
  use(s);
  return c;
}
