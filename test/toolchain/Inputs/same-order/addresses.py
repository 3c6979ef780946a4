"""IR of a function with many addresses of common parts: more nodes than a block of HexagonCommonGEP's allocator holds. Constant and variable
places of two tables' rows, each loaded and stored in blocks of its own."""
STEPS, FIELDS = 24, 8

print("""target triple = "hexagon"
%row = type { i32, [8 x i32] }
%table = type { i32, [64 x %row] }
define void @addresses(ptr %t, ptr %u, i32 %at, i32 %place, i32 %choice) {
entry:
  br label %step0""")
for i in range(STEPS):
    print(f"""step{i}:
  %bit{i} = and i32 %choice, {1 << i}
  %is{i} = icmp eq i32 %bit{i}, 0
  br i1 %is{i}, label %zero{i}, label %one{i}""")
    for block, first in (("zero", 3), ("one", 0)):
        n, row = f"{block}{i}", f"inbounds %table, ptr %{'ut'[i % 2]}, i32 0, i32 1"
        print(f"""{n}:
  %known.{n} = getelementptr {row}, i32 %at, i32 1, i32 {(i + first) % FIELDS}
  %any.{n} = getelementptr {row}, i32 %at, i32 1, i32 %place
  %kind.{n} = getelementptr {row}, i32 {i}, i32 0
  %a.{n} = load i32, ptr %known.{n}
  %b.{n} = load i32, ptr %any.{n}
  %sum.{n} = add i32 %a.{n}, %b.{n}
  store i32 %sum.{n}, ptr %kind.{n}
  store i32 %b.{n}, ptr %known.{n}
  br label %step{i + 1}""")
print(f"step{STEPS}:\n  ret void\n}}")
