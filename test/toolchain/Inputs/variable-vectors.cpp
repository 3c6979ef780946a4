// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three vectors, each ahead of an integer, and a vector behind a named one. Status 1 if one of them is not where it was put.
template <class T, int Lanes> using vector = T __attribute__((ext_vector_type(Lanes)));
static int fails;

static int element(int which, int lane) { return which * 50 + lane * 3 - 7; }
static bool bit(int which, int lane) { return (lane * lane + which * lane / 3 + which) >> 1 & 1; }
template <class T> static T value(int which, int lane) { return element(which, lane); }
template <> bool value<bool>(int which, int lane) { return bit(which, lane); }

template <class T, int Lanes> static vector<T, Lanes> make(int which) {
  vector<T, Lanes> v{};
  for (int i = 0; i < Lanes; ++i)
    v[i] = value<T>(which, i);
  return v;
}

template <class T, int Lanes> static bool is(vector<T, Lanes> v, int which) {
  bool same = true;
  for (int i = 0; i < Lanes; ++i)
    same &= v[i] == value<T>(which, i);
  return same;
}

template <class T, int Lanes> __attribute__((noinline)) static bool unnamed(int count, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, count);
  bool same = true;
  for (int i = 0; i < count; ++i) {
    vector<T, Lanes> v = __builtin_va_arg(ap, vector<T, Lanes>);
    same &= is<T, Lanes>(v, i);
    same &= __builtin_va_arg(ap, int) == 7 + i;
  }
  __builtin_va_end(ap);
  return same;
}

template <class T, int Lanes> __attribute__((noinline)) static bool behind(vector<T, Lanes> first, int last, ...) {
  __builtin_va_list ap;
  bool same = is<T, Lanes>(first, 3);
  __builtin_va_start(ap, last);
  same &= __builtin_va_arg(ap, int) == 9;
  vector<T, Lanes> v = __builtin_va_arg(ap, vector<T, Lanes>);
  __builtin_va_end(ap);
  return same && is<T, Lanes>(v, 1);
}

template <class T, int Lanes> static void check() {
  fails += !unnamed<T, Lanes>(3, make<T, Lanes>(0), 7, make<T, Lanes>(1), 8, make<T, Lanes>(2), 9);
  fails += !behind<T, Lanes>(make<T, Lanes>(3), 1, 9, make<T, Lanes>(1));
}

template <class T> static void checks() {
  check<T, 2>();
  check<T, 3>();
  check<T, 7>();
  check<T, 8>();
}

extern "C" int main() {
  checks<signed char>();
  checks<int>();
  checks<long long>();
  checks<float>();
  check<bool, 2>();
  check<bool, 9>();
  check<bool, 32>();
  return fails != 0;
}
