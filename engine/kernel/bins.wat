;; Cutting columns into bins.

;; How many of 255 thresholds, padded with Infinity, lie below a value: binary search without branches. 0 for NaN.
(func $countBelow (param $thresholds i32) (param $value f64) (result i32)
  (local $at i32)
  (local.set $at (local.get $thresholds))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=1016 (local.get $at)) (local.get $value)) (i32.const 10))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=504 (local.get $at)) (local.get $value)) (i32.const 9))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=248 (local.get $at)) (local.get $value)) (i32.const 8))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=120 (local.get $at)) (local.get $value)) (i32.const 7))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=56 (local.get $at)) (local.get $value)) (i32.const 6))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=24 (local.get $at)) (local.get $value)) (i32.const 5))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=8 (local.get $at)) (local.get $value)) (i32.const 4))))
  (local.set $at (i32.add (local.get $at) (i32.shl
    (f64.lt (f64.load offset=0 (local.get $at)) (local.get $value)) (i32.const 3))))
  (i32.shr_u (i32.sub (local.get $at) (local.get $thresholds)) (i32.const 3)))

(func (export "binNumbers")
  (param $values i32) (param $count i32) (param $thresholds i32) (param $missingBin i32) (param $column i32)
  (local $end i32) (local $value f64)
  (local.set $end (i32.add (local.get $values) (i32.shl (local.get $count) (i32.const 3))))
  (block $done
    (loop $eachValue
      (br_if $done (i32.ge_u (local.get $values) (local.get $end)))
      (local.set $value (f64.load (local.get $values)))
      (i32.store8 (local.get $column) (select
        (call $countBelow (local.get $thresholds) (local.get $value))
        (local.get $missingBin)
        (f64.eq (local.get $value) (local.get $value))))
      (local.set $values (i32.add (local.get $values) (i32.const 8)))
      (local.set $column (i32.add (local.get $column) (i32.const 1)))
      (br $eachValue))))

(func (export "spreadColumn") (param $column i32) (param $count i32) (param $target i32) (param $width i32)
  (local $end i32)
  (local.set $end (i32.add (local.get $column) (local.get $count)))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $column) (local.get $end)))
      (i32.store8 (local.get $target) (i32.load8_u (local.get $column)))
      (local.set $column (i32.add (local.get $column) (i32.const 1)))
      (local.set $target (i32.add (local.get $target) (local.get $width)))
      (br $eachRow))))
