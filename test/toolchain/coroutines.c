/* Vectors live on in coroutines' frames that are aligned to eight bytes only (patch 0132).

DEFINE: %{cc} = %hexagon-cc -x c++ -std=c++20 -fno-exceptions -fno-rtti
RUN: %{cc} -O0 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %{cc} -O2 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %{cc} -O2 -mllvm -sda-pack -mllvm -sda-verify -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
typedef __SIZE_TYPE__ size_t;
typedef int vector __attribute__((vector_size(128)));

namespace std {
template <class Result, class... Arguments> struct coroutine_traits {
  using promise_type = typename Result::promise_type;
};
template <class Promise = void> struct coroutine_handle {
  void *frame;
  static coroutine_handle from_address(void *address) { return {address}; }
  template <class Other> coroutine_handle(coroutine_handle<Other> handle) : frame(handle.frame) {}
  coroutine_handle(void *address = nullptr) : frame(address) {}
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
} // namespace std

static char memory[4096] __attribute__((aligned(128)));
static size_t offset; /* of the frame in the memory */
void *operator new(size_t) { return memory + offset; }
void operator delete(void *) noexcept {}
void operator delete(void *, size_t) noexcept {}

struct Generator {
  struct promise_type {
    int value;
    Generator get_return_object() { return Generator{this}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  promise_type *promise;
};

__attribute__((noinline)) static Generator sums(int count, int step) {
  vector sum = {1, 2, 3}, factor = {5, 6, 7, 8};
  for (int i = 0; i < count; i++) {
    sum += factor * (i + step);
    co_yield sum[i & 31];
    factor = factor + sum[1];
    co_yield factor[(i + 1) & 31] + count;
  }
}

/* What the generator gives at a turn, by scalars. */
static int expected(int turn, int step) {
  int sum[32] = {1, 2, 3}, factor[32] = {5, 6, 7, 8};
  for (int i = 0;; i++) {
    for (int k = 0; k < 32; k++)
      sum[k] += factor[k] * (i + step);
    if (turn == 2 * i)
      return sum[i & 31];
    int added = sum[1];
    for (int k = 0; k < 32; k++)
      factor[k] += added;
    if (turn == 2 * i + 1)
      return factor[(i + 1) & 31] + 6;
  }
}

extern "C" int main() {
  int wrong = 0;
  for (offset = 0; offset < 128; offset += 8) {
    Generator generator = sums(6, 3);
    void *frame = __builtin_coro_promise(generator.promise, alignof(Generator::promise_type), true);
    for (int turn = 0; turn < 12; turn++) {
      __builtin_coro_resume(frame);
      wrong += generator.promise->value != expected(turn, 3);
    }
  }
  return wrong != 0;
}
