;; Distances in 16 bits, which say of most rows that they are too far to be among the nearest.
;;
;; Of each known feature `told` has, beside what `nearest-rows.wat` reads: the address of its coarse cells (int16, up to a
;; multiple of 32) at byte 12, and as int16 the row's coarse value at 16, the most that cells may differ by at 18 and a
;; factor at 20. A coarse distance is the sum of factor * min(most, |cell - value|).

;; Writes the coarse distance of each row.
(func (export "measureCoarse")
  (param $told i32) (param $toldEnd i32) (param $count i32) (param $sums i32)
  (local $row i32) (local $feature i32) (local $address i32) (local $value v128) (local $most v128) (local $factor v128)
  (local $a v128) (local $b v128) (local $c v128) (local $d v128)
  (loop $eachBlock
    (local.set $a (v128.const i32x4 0 0 0 0))
    (local.set $b (v128.const i32x4 0 0 0 0))
    (local.set $c (v128.const i32x4 0 0 0 0))
    (local.set $d (v128.const i32x4 0 0 0 0))
    (local.set $feature (local.get $told))
    (block $summed
      (loop $eachFeature
        (br_if $summed (i32.ge_u (local.get $feature) (local.get $toldEnd)))
        (local.set $address
          (i32.add (i32.load offset=12 (local.get $feature)) (i32.shl (local.get $row) (i32.const 1))))
        (local.set $value (v128.load16_splat offset=16 (local.get $feature)))
        (local.set $most (v128.load16_splat offset=18 (local.get $feature)))
        (local.set $factor (v128.load16_splat offset=20 (local.get $feature)))
        (local.set $a (i16x8.add (local.get $a) (i16x8.mul (local.get $factor) (i16x8.min_u
          (local.get $most)
          (i16x8.abs (i16x8.sub (v128.load (local.get $address)) (local.get $value)))))))
        (local.set $b (i16x8.add (local.get $b) (i16x8.mul (local.get $factor) (i16x8.min_u
          (local.get $most)
          (i16x8.abs (i16x8.sub (v128.load offset=16 (local.get $address)) (local.get $value)))))))
        (local.set $c (i16x8.add (local.get $c) (i16x8.mul (local.get $factor) (i16x8.min_u
          (local.get $most)
          (i16x8.abs (i16x8.sub (v128.load offset=32 (local.get $address)) (local.get $value)))))))
        (local.set $d (i16x8.add (local.get $d) (i16x8.mul (local.get $factor) (i16x8.min_u
          (local.get $most)
          (i16x8.abs (i16x8.sub (v128.load offset=48 (local.get $address)) (local.get $value)))))))
        (local.set $feature (i32.add (local.get $feature) (i32.const 32)))
        (br $eachFeature)))
    (v128.store (local.get $sums) (local.get $a))
    (v128.store offset=16 (local.get $sums) (local.get $b))
    (v128.store offset=32 (local.get $sums) (local.get $c))
    (v128.store offset=48 (local.get $sums) (local.get $d))
    (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
    (local.set $row (i32.add (local.get $row) (i32.const 32)))
    (br_if $eachBlock (i32.lt_u (local.get $row) (local.get $count)))))

;; Returns the number of coarse distances up to `most`; from `sums` to `sumsEnd` is a multiple of 64 bytes.
(func (export "countWithin") (param $sums i32) (param $sumsEnd i32) (param $most i32) (result i32)
  (local $limit v128) (local $a v128) (local $b v128)
  (local.set $limit (i16x8.splat (local.get $most)))
  (loop $eachBlock
    (local.set $a (i16x8.sub (local.get $a) (i16x8.add
      (i16x8.le_u (v128.load (local.get $sums)) (local.get $limit))
      (i16x8.le_u (v128.load offset=16 (local.get $sums)) (local.get $limit)))))
    (local.set $b (i16x8.sub (local.get $b) (i16x8.add
      (i16x8.le_u (v128.load offset=32 (local.get $sums)) (local.get $limit))
      (i16x8.le_u (v128.load offset=48 (local.get $sums)) (local.get $limit)))))
    (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
    (br_if $eachBlock (i32.lt_u (local.get $sums) (local.get $sumsEnd))))
  (local.set $a (i32x4.extadd_pairwise_i16x8_u (i16x8.add (local.get $a) (local.get $b))))
  (i32.add
    (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
    (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))

;; Writes the rows of which the coarse distance is up to `most` to `kept`, in ascending order of their distance, as
;; `findNearest` does. `found` has room for them and two more, and so many there are.
(func (export "sortWithin")
  (param $told i32) (param $toldEnd i32) (param $sums i32) (param $sumsEnd i32) (param $most i32) (param $found i32)
  (param $kept i32)
  (local $at i32) (local $lanes i32) (local $row i32) (local $end i32) (local $limit v128)
  (local.set $limit (i16x8.splat (local.get $most)))
  (local.set $end (local.get $found))
  (local.set $at (local.get $sums))
  (loop $eachBlock
    (local.set $lanes (i32.or
      (i16x8.bitmask (i16x8.le_u (v128.load (local.get $at)) (local.get $limit)))
      (i32.shl (i16x8.bitmask (i16x8.le_u (v128.load offset=16 (local.get $at)) (local.get $limit))) (i32.const 8))))
    (if (local.get $lanes)
      (then
        (loop $eachLane
          (local.set $row (i32.add
            (i32.shr_u (i32.sub (local.get $at) (local.get $sums)) (i32.const 1))
            (i32.ctz (local.get $lanes))))
          (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
          (i32.store (local.get $end) (local.get $row))
          (f32.store offset=4 (local.get $end) (call $distanceOf (local.get $told) (local.get $toldEnd) (local.get $row)))
          (local.set $end (i32.add (local.get $end) (i32.const 8)))
          (br_if $eachLane (local.get $lanes)))))
    (local.set $at (i32.add (local.get $at) (i32.const 32)))
    (br_if $eachBlock (i32.lt_u (local.get $at) (local.get $sumsEnd))))
  (call $sortFound (local.get $found) (local.get $end) (local.get $kept)))

;; The distance of a row, summed as `findNearest` does.
(func $distanceOf (param $told i32) (param $toldEnd i32) (param $row i32) (result f32)
  (local $sum f32) (local $difference f32)
  (local.set $row (i32.shl (local.get $row) (i32.const 2)))
  (block $summed
    (loop $eachFeature
      (br_if $summed (i32.ge_u (local.get $told) (local.get $toldEnd)))
      (local.set $difference (f32.abs (f32.sub
        (f32.load (i32.add (i32.load (local.get $told)) (local.get $row)))
        (f32.load offset=4 (local.get $told)))))
      (local.set $sum (f32.add (local.get $sum) (f32.mul (f32.load offset=8 (local.get $told)) (select
        (local.get $difference)
        (f32.const 1)
        (f32.lt (local.get $difference) (f32.const 1))))))
      (local.set $told (i32.add (local.get $told) (i32.const 32)))
      (br $eachFeature)))
  (local.get $sum))

;; Writes the rows from `found` to `end` in ascending order. The place of each is the number of those before it: to count
;; them takes no branch that a processor would have to guess.
(func $sortFound (param $found i32) (param $end i32) (param $to i32)
  (local $row i32) (local $other i32) (local $key v128) (local $before v128) (local $more v128)
  (v128.store (local.get $end) (v128.const i64x2 0x7fffffffffffffff 0x7fffffffffffffff))
  (v128.store offset=16 (local.get $end) (v128.const i64x2 0x7fffffffffffffff 0x7fffffffffffffff))
  (local.set $row (local.get $found))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
      (local.set $key (v128.load64_splat (local.get $row)))
      (local.set $before (v128.const i64x2 0 0))
      (local.set $more (v128.const i64x2 0 0))
      (local.set $other (local.get $found))
      (loop $eachOther
        (local.set $before (i64x2.add (local.get $before) (i64x2.lt_s (v128.load (local.get $other)) (local.get $key))))
        (local.set $more
          (i64x2.add (local.get $more) (i64x2.lt_s (v128.load offset=16 (local.get $other)) (local.get $key))))
        (local.set $other (i32.add (local.get $other) (i32.const 32)))
        (br_if $eachOther (i32.lt_u (local.get $other) (local.get $end))))
      (local.set $before (i64x2.add (local.get $before) (local.get $more)))
      (i64.store
        (i32.sub (local.get $to) (i32.shl
          (i32.wrap_i64 (i64.add (i64x2.extract_lane 0 (local.get $before)) (i64x2.extract_lane 1 (local.get $before))))
          (i32.const 3)))
        (i64.load (local.get $row)))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (br $eachRow))))
