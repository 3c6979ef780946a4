; The pipeliner lets a load of a later turn go ahead of a store only where the two are apart in all turns (patches 0014 and 0073): restrict
; arguments of the function itself, pointers into other arguments, noalias scopes that are declared ahead of the loop. A scope that is declared
; in the loop is another one in each turn; one that nobody declares is not known to last.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -O2 -pass-remarks-output=%t.yaml -pass-remarks-filter=pipeliner %s -o /dev/null
; RUN: grep -A 3 Passed %t.yaml | FileCheck %s --implicit-check-not=Function:
; RUN: grep -A 3 "^Name: *schedule" %t.yaml | FileCheck %s --check-prefix=TRIED

; CHECK: {{Function: +arguments$}}
; TRIED: {{Function: +arguments$}}
define void @arguments(ptr noalias %from, ptr noalias %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; CHECK: {{Function: +global_and_argument$}}
; TRIED: {{Function: +global_and_argument$}}
define void @global_and_argument(ptr noalias %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ @table, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ getelementptr (i8, ptr @table, i32 4096), %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; CHECK: {{Function: +one_of_two_arguments$}}
; TRIED: {{Function: +one_of_two_arguments$}}
define void @one_of_two_arguments(ptr noalias %from, ptr noalias %to, ptr noalias %padding, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  %chosen = select i1 %which, ptr %row.from, ptr %padding
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %chosen, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +perhaps_the_same_argument$}}
define void @perhaps_the_same_argument(ptr noalias %from, ptr noalias %to, ptr noalias %padding, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  %chosen = select i1 %which, ptr %row.from, ptr %row.to
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %chosen, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +any_pointers$}}
define void @any_pointers(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; CHECK: {{Function: +declared_ahead$}}
; TRIED: {{Function: +declared_ahead$}}
define void @declared_ahead(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !0
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !0
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; CHECK: {{Function: +declared_in_the_outer_loop$}}
; TRIED: {{Function: +declared_in_the_outer_loop$}}
define void @declared_in_the_outer_loop(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !0
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !0
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +declared_in_the_loop$}}
define void @declared_in_the_loop(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !0
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !0
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +declared_ahead_and_in_the_loop$}}
define void @declared_ahead_and_in_the_loop(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !0
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !0
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +declared_nowhere$}}
define void @declared_nowhere(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !0
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !0
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

; TRIED: {{Function: +one_of_two_scopes_ahead$}}
define void @one_of_two_scopes_ahead(ptr %from, ptr %to, i32 %n, i1 %which) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %rows
rows:
  %row = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %row.from = phi ptr [ %from, %entry ], [ %next.from, %end ]
  %row.to = phi ptr [ %to, %entry ], [ %next.to, %end ]
  br label %turns
turns:
  %i = phi i32 [ 0, %rows ], [ %next, %turns ]
  %x.from = phi ptr [ %row.from, %rows ], [ %x.next.from, %turns ]
  %x.to = phi ptr [ %row.to, %rows ], [ %x.next.to, %turns ]
  call void @llvm.experimental.noalias.scope.decl(metadata !4)
  %x.ahead = getelementptr i8, ptr %x.from, i32 8
  %x = load i32, ptr %x.ahead, !noalias !3
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %a
  store i32 %c, ptr %x.to, !alias.scope !3
  %x.next.from = getelementptr i8, ptr %x.from, i32 4
  %x.next.to = getelementptr i8, ptr %x.to, i32 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turns, label %end
end:
  %next.from = getelementptr i8, ptr %row.from, i32 4096
  %next.to = getelementptr i8, ptr %row.to, i32 4096
  %next.row = add nuw nsw i32 %row, 1
  %more.rows = icmp ult i32 %next.row, %n
  br i1 %more.rows, label %rows, label %exit
exit:
  ret void
}

@table = external global [0 x i8]
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!1, !5}
!4 = !{!5}
!5 = distinct !{!5, !2}
