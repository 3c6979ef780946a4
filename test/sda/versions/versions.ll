; Loops in which a store may write what a load behind it reads get a version for pointers that are apart, and a check in front of the two.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack -sda-verify -print-after=sda-loop-versions -filetype=null %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack=off -sda-versions -print-after=sda-loop-versions -filetype=null %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack -pass-remarks=sda-pack -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
;
; The pass is not there at all in other modes, or when told so.
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack=off -debug-pass=Structure -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack=published -debug-pass=Structure -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack -sda-techniques=peel -debug-pass=Structure -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack -sda-versions=0 -debug-pass=Structure -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: llc -O0 -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack -debug-pass=Structure -filetype=null %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
; NONE-NOT: SDA loop versions
;
; REMARK: remark: {{.*}}loop in two versions{{.*}}checks: 2
; REMARK: remark: {{.*}}loop in two versions{{.*}}checks: 1
; REMARK-NOT: two versions

; Two copies of an addition. `or disjoint` hides from LLVM that the second copy's addresses do not wrap around; all the same there is no
; check for that, since they are in one object. Both accesses of a pointer get its scope, and the copy behind a failed check none.
; CHECK-LABEL: define void @add(
; CHECK-COUNT-2: icmp ult ptr
; CHECK: %[[FIRST:.*]] = and i1
; CHECK-COUNT-2: icmp ult ptr
; CHECK: %[[SECOND:.*]] = and i1
; CHECK: %[[TOUCH:.*]] = or i1 %[[FIRST]], %[[SECOND]]
; CHECK-NOT: icmp
; CHECK: br i1 %[[TOUCH]], label %[[SLOW:.*]], label %{{.*}}, !prof
; CHECK: [[SLOW]]:
; CHECK-NOT: !noalias
; CHECK: br i1 %{{.*}}, label
; CHECK: load <32 x i32>, ptr %{{.*}}, align 128, !alias.scope ![[X:[0-9]+]], !noalias ![[OUT:[0-9]+]]
; CHECK: load <32 x i32>, ptr %{{.*}}, align 128, !alias.scope ![[Y:[0-9]+]], !noalias ![[OUT]]
; CHECK: store <32 x i32> %{{.*}}, align 128, !alias.scope ![[OUT]], !noalias ![[BOTH:[0-9]+]]
; CHECK: store <32 x i32> %{{.*}}, align 128, !alias.scope ![[OUT]], !noalias ![[BOTH]]
define void @add(ptr %x, ptr %y, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ay = getelementptr inbounds <32 x i32>, ptr %y, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %vx = load <32 x i32>, ptr %ax, align 128
  %vy = load <32 x i32>, ptr %ay, align 128
  %s = add <32 x i32> %vx, %vy
  store <32 x i32> %s, ptr %ao, align 128
  %i1 = or disjoint i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ay1 = getelementptr inbounds <32 x i32>, ptr %y, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %vx1 = load <32 x i32>, ptr %ax1, align 128
  %vy1 = load <32 x i32>, ptr %ay1, align 128
  %s1 = add <32 x i32> %vx1, %vy1
  store <32 x i32> %s1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A value that the loop makes is the one of the version that ran.
; CHECK-LABEL: define <32 x i32> @last(
; CHECK: phi <32 x i32> [ %{{.*}}, %[[A:.*]] ], [ %{{.*}}, %[[B:.*]] ]
define <32 x i32> @last(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret <32 x i32> %r1
}

; None where no load stands behind a store: the packetizer has little to gain.
; CHECK-LABEL: define void @one_by_one(
; CHECK-NOT: !noalias
define void @one_by_one(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A copy: there is no chain that its loads would wait for.
; CHECK-LABEL: define void @copy(
; CHECK-NOT: !noalias
define void @copy(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  store <32 x i32> %v, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  store <32 x i32> %v1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A loop in a loop, with any number of iterations: they may be few, and the check is made each time.
; CHECK-LABEL: define void @nest(
; CHECK-NOT: !noalias
define void @nest(ptr %x, i32 %n, ptr %out, i32 %m) {
entry:
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %j1, %after ]
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %after, label %loop
after:
  %j1 = add nuw nsw i32 %j, 1
  %all = icmp eq i32 %j1, %m
  br i1 %all, label %exit, label %outer
exit:
  ret void
}

; What must be small.
; CHECK-LABEL: define void @small(
; CHECK-NOT: !noalias
define void @small(ptr %x, i32 %n, ptr %out) optsize {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What is known to be apart.
; CHECK-LABEL: define void @apart(
; CHECK-NOT: !noalias
define void @apart(ptr noalias %x, i32 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Volatile accesses.
; CHECK-LABEL: define void @keeps_volatile(
; CHECK-NOT: !noalias
define void @keeps_volatile(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load volatile <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load volatile <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Addresses that come out of memory have no range.
; CHECK-LABEL: define void @anywhere(
; CHECK-NOT: !noalias
define void @anywhere(ptr %x, i32 %n, ptr %out, ptr %where) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %aw = getelementptr inbounds i32, ptr %where, i32 %i
  %w = load i32, ptr %aw, align 4
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %w
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %aw1 = getelementptr inbounds i32, ptr %where, i32 %i1
  %w1 = load i32, ptr %aw1, align 4
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %w1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; No vectors.
; CHECK-LABEL: define void @scalar(
; CHECK-NOT: !noalias
define void @scalar(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds i32, ptr %x, i32 %i
  %ao = getelementptr inbounds i32, ptr %out, i32 %i
  %v = load i32, ptr %ax, align 4
  %r = add i32 %v, %v
  store i32 %r, ptr %ao, align 4
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds i32, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds i32, ptr %out, i32 %i1
  %v1 = load i32, ptr %ax1, align 4
  %r1 = add i32 %v1, %v1
  store i32 %r1, ptr %ao1, align 4
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Two iterations at most, which the check costs as much as.
; CHECK-LABEL: define void @twice(
; CHECK-NOT: !noalias
define void @twice(ptr %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ax = getelementptr inbounds <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr inbounds <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add nuw nsw i32 %i, 1
  %ax1 = getelementptr inbounds <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr inbounds <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add nuw nsw i32 %i, 2
  %done = icmp uge i32 %next, 4
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Addresses that are in no object, as far as is known, may wrap around.
; CHECK-LABEL: define void @wraps(
; CHECK-NOT: !noalias
define void @wraps(ptr %x, i32 %from, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %ax = getelementptr <32 x i32>, ptr %x, i32 %i
  %ao = getelementptr <32 x i32>, ptr %out, i32 %i
  %v = load <32 x i32>, ptr %ax, align 128
  %r = add <32 x i32> %v, %v
  store <32 x i32> %r, ptr %ao, align 128
  %i1 = add i32 %i, 1
  %ax1 = getelementptr <32 x i32>, ptr %x, i32 %i1
  %ao1 = getelementptr <32 x i32>, ptr %out, i32 %i1
  %v1 = load <32 x i32>, ptr %ax1, align 128
  %r1 = add <32 x i32> %v1, %v1
  store <32 x i32> %r1, ptr %ao1, align 128
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
