;; The nearest rows to one row: the distance is the sum over its known features of weight * min(1, |cell - value|).
;;
;; `told` has 32 bytes for each known feature: the address of its cells (float32, `count` of them and up to 31 more), the
;; row's value and the weight, and what `coarse-rows.wat` reads. A missing cell, which is NaN, counts as 1. `kept` gets the `wanted` nearest rows in
;; ascending order, the first of equals first: int32 place, float32 distance. Read as one int64, as distances are not
;; negative, these compare like the distances. Rows from `limit` on are left out. Returns the number of rows that `kept` got.

(func (export "findNearest")
  (param $told i32) (param $toldEnd i32) (param $count i32) (param $kept i32) (param $wanted i32) (param $scratch i32)
  (param $within f32) (result i32)
  (local $row i32) (local $address i32) (local $feature i32) (local $lanes i32) (local $lane i32)
  (local $slot i32) (local $end i32) (local $full i32) (local $pair i64) (local $before i64) (local $farthest i64)
  (local $value v128) (local $weight v128) (local $one v128) (local $limit v128)
  (local $a v128) (local $b v128) (local $c v128) (local $d v128)
  (local.set $one (f32x4.splat (f32.const 1)))
  (local.set $farthest (i64.const 0x7fffffffffffffff))
  (local.set $limit (f32x4.splat (local.get $within)))
  (local.set $end (local.get $kept))
  (local.set $full (i32.add (local.get $kept) (i32.shl (local.get $wanted) (i32.const 3))))
  (block $done
    (loop $eachBlock
      (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $feature (local.get $told))
      (block $summed
        (loop $eachFeature
          (br_if $summed (i32.ge_u (local.get $feature) (local.get $toldEnd)))
          (local.set $address
            (i32.add (i32.load (local.get $feature)) (i32.shl (local.get $row) (i32.const 2))))
          (local.set $value (v128.load32_splat offset=4 (local.get $feature)))
          (local.set $weight (v128.load32_splat offset=8 (local.get $feature)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $weight) (f32x4.pmin
            (local.get $one)
            (f32x4.abs (f32x4.sub (v128.load (local.get $address)) (local.get $value)))))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $weight) (f32x4.pmin
            (local.get $one)
            (f32x4.abs (f32x4.sub (v128.load offset=16 (local.get $address)) (local.get $value)))))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $weight) (f32x4.pmin
            (local.get $one)
            (f32x4.abs (f32x4.sub (v128.load offset=32 (local.get $address)) (local.get $value)))))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $weight) (f32x4.pmin
            (local.get $one)
            (f32x4.abs (f32x4.sub (v128.load offset=48 (local.get $address)) (local.get $value)))))))
          (local.set $feature (i32.add (local.get $feature) (i32.const 32)))
          (br $eachFeature)))
      (local.set $lanes (i32.or
        (i32.or
          (i32x4.bitmask (f32x4.lt (local.get $a) (local.get $limit)))
          (i32.shl (i32x4.bitmask (f32x4.lt (local.get $b) (local.get $limit))) (i32.const 4)))
        (i32.or
          (i32.shl (i32x4.bitmask (f32x4.lt (local.get $c) (local.get $limit))) (i32.const 8))
          (i32.shl (i32x4.bitmask (f32x4.lt (local.get $d) (local.get $limit))) (i32.const 12)))))
      (if (local.get $lanes)
        (then
          (v128.store (local.get $scratch) (local.get $a))
          (v128.store offset=16 (local.get $scratch) (local.get $b))
          (v128.store offset=32 (local.get $scratch) (local.get $c))
          (v128.store offset=48 (local.get $scratch) (local.get $d))
          (loop $eachLane
            (local.set $lane (i32.ctz (local.get $lanes)))
            (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
            (local.set $pair (i64.or
              (i64.shl
                (i64.load32_u (i32.add (local.get $scratch) (i32.shl (local.get $lane) (i32.const 2))))
                (i64.const 32))
              (i64.extend_i32_u (i32.add (local.get $row) (local.get $lane)))))
            (if (i32.and
                  (i64.lt_s (local.get $pair) (local.get $farthest))
                  (i32.lt_u (i32.add (local.get $row) (local.get $lane)) (local.get $count)))
              (then
                (if (i32.lt_u (local.get $end) (local.get $full))
                  (then (local.set $end (i32.add (local.get $end) (i32.const 8)))))
                (local.set $slot (i32.sub (local.get $end) (i32.const 8)))
                (block $placed
                  (loop $eachFarther
                    (br_if $placed (i32.le_u (local.get $slot) (local.get $kept)))
                    (local.set $before (i64.load (i32.sub (local.get $slot) (i32.const 8))))
                    (br_if $placed (i64.le_s (local.get $before) (local.get $pair)))
                    (i64.store (local.get $slot) (local.get $before))
                    (local.set $slot (i32.sub (local.get $slot) (i32.const 8)))
                    (br $eachFarther)))
                (i64.store (local.get $slot) (local.get $pair))
                (if (i32.eq (local.get $end) (local.get $full))
                  (then (local.set $farthest (i64.load (i32.sub (local.get $full) (i32.const 8))))))))
            (br_if $eachLane (local.get $lanes)))
          (if (i32.eq (local.get $end) (local.get $full))
            (then (local.set $limit (v128.load32_splat (i32.sub (local.get $full) (i32.const 4))))))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br $eachBlock)))
  (i32.shr_u (i32.sub (local.get $end) (local.get $kept)) (i32.const 3)))
