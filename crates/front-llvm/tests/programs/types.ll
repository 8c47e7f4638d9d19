; Types and values that C does not reach.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@cells = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@where = global i64 ptrtoint (ptr getelementptr (i8, ptr @cells, i64 4) to i64)
@bits = global <9 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 1, i1 0, i1 1>

declare void @homing_output(i64)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define i64 @pick(i128 %x) {
  switch i128 %x, label %other [
    i128 18446744073709551616, label %big
    i128 -1, label %minus
    i128 3, label %other
  ]
big:
  ret i64 1
minus:
  ret i64 2
other:
  %r = phi i64 [ 3, %0 ], [ 3, %0 ]
  ret i64 %r
}

define { i32, [2 x { i8, double }] } @make(i32 %n) {
  %a = insertvalue { i32, [2 x { i8, double }] } zeroinitializer, i32 %n, 0
  %b = insertvalue { i32, [2 x { i8, double }] } %a, double 2.5, 1, 1, 1
  %c = insertvalue { i32, [2 x { i8, double }] } %b, { i8, double } { i8 7, double 1.0 }, 1, 0
  ret { i32, [2 x { i8, double }] } %c
}

define i32 @main() {
  %p1 = call i64 @pick(i128 18446744073709551616)
  call void @homing_output(i64 %p1)
  %p2 = call i64 @pick(i128 -1)
  call void @homing_output(i64 %p2)
  %p3 = call i64 @pick(i128 3)
  call void @homing_output(i64 %p3)
  %m = call { i32, [2 x { i8, double }] } @make(i32 5)
  %slot = alloca { i32, [2 x { i8, double }] }
  store { i32, [2 x { i8, double }] } %m, ptr %slot
  %at = getelementptr { i32, [2 x { i8, double }] }, ptr %slot, i64 0, i32 1, i64 1, i32 1
  %d = load i64, ptr %at
  call void @homing_output(i64 %d)
  %back = load { i32, [2 x { i8, double }] }, ptr %slot
  %byte = extractvalue { i32, [2 x { i8, double }] } %back, 1, 0, 0
  %wide = zext i8 %byte to i64
  call void @homing_output(i64 %wide)
  %ps = getelementptr i32, ptr @cells, <2 x i64> <i64 1, i64 3>
  %p = extractelement <2 x ptr> %ps, i32 1
  %v = load i32, ptr %p
  %vw = zext i32 %v to i64
  call void @homing_output(i64 %vw)
  %addr = load i64, ptr @where
  %q = inttoptr i64 %addr to ptr
  %u = load i32, ptr %q
  %uw = zext i32 %u to i64
  call void @homing_output(i64 %uw)
  %bv = load <9 x i1>, ptr @bits
  %bi = bitcast <9 x i1> %bv to i9
  %bw = zext i9 %bi to i64
  call void @homing_output(i64 %bw)
  %masked = call ptr @llvm.ptrmask.p0.i64(ptr getelementptr (i8, ptr @cells, i64 7), i64 -4)
  %mv = load i32, ptr %masked
  %mw = zext i32 %mv to i64
  call void @homing_output(i64 %mw)
  ret i32 0
}
