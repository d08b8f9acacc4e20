;; Writing numbers and rows of JSON.

;; The high half of a product.
(func $highProduct (param $one i64) (param $other i64) (result i64)
  (local $oneLow i64) (local $oneHigh i64) (local $otherLow i64) (local $otherHigh i64) (local $first i64)
  (local $second i64)
  (local.set $oneLow (i64.and (local.get $one) (i64.const 0xffffffff)))
  (local.set $oneHigh (i64.shr_u (local.get $one) (i64.const 32)))
  (local.set $otherLow (i64.and (local.get $other) (i64.const 0xffffffff)))
  (local.set $otherHigh (i64.shr_u (local.get $other) (i64.const 32)))
  (local.set $first (i64.mul (local.get $oneLow) (local.get $otherHigh)))
  (local.set $second
    (i64.add
      (i64.add
        (i64.shr_u (i64.mul (local.get $oneLow) (local.get $otherLow)) (i64.const 32))
        (i64.and (local.get $first) (i64.const 0xffffffff)))
      (i64.mul (local.get $oneHigh) (local.get $otherLow))))
  (i64.add
    (i64.add (i64.mul (local.get $oneHigh) (local.get $otherHigh)) (i64.shr_u (local.get $first) (i64.const 32)))
    (i64.shr_u (local.get $second) (i64.const 32))))

;; The power of ten (its halves) times `factor`, without its last 128 bits, rounded to odd.
(func $scale (param $high i64) (param $low i64) (param $factor i64) (result i64)
  (local $sum i64) (local $product i64)
  (local.set $product (i64.mul (local.get $high) (local.get $factor)))
  (local.set $sum (i64.add (local.get $product) (call $highProduct (local.get $low) (local.get $factor))))
  (i64.or
    (i64.add
      (call $highProduct (local.get $high) (local.get $factor))
      (i64.extend_i32_u (i64.lt_u (local.get $sum) (local.get $product))))
    (i64.extend_i32_u (i64.gt_u (local.get $sum) (i64.const 1)))))

(func $copy (param $to i32) (param $from i32) (param $length i32) (result i32)
  (local $at i32)
  (local.set $at (local.get $to))
  (local.set $to (i32.add (local.get $to) (local.get $length)))
  (loop $next
    (v128.store (local.get $at) (v128.load (local.get $from)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (local.set $from (i32.add (local.get $from) (i32.const 16)))
    (br_if $next (i32.lt_u (local.get $at) (local.get $to))))
  (local.get $to))

;; Writes a finite number from 1e-6 to below 1e21, or 0, as JavaScript does: the shortest digits that are read as the
;; same number, and of these the nearest. After Giulietti, The Schubfach way to render doubles (2021). `powers` has the
;; halves of the powers of ten from 10^-32 to 10^32, each scaled to 128 bits and rounded up. `digits` are 32 free bytes.
;; Returns the end, having written up to 48 bytes.
(func $writeNumber (param $value f64) (param $to i32) (param $powers i32) (param $digits i32) (result i32)
  (local $bits i64) (local $fraction i64) (local $exponent i32) (local $significand i64) (local $isEdge i32)
  (local $power i32) (local $shift i64) (local $high i64) (local $low i64) (local $odd i64)
  (local $below i64) (local $middle i64) (local $above i64) (local $short i64) (local $rest i64) (local $at i32)
  (local $count i32) (local $point i32) (local $isBelow i32) (local $isAbove i32)
  (local.set $bits (i64.reinterpret_f64 (local.get $value)))
  (if (i64.eqz (i64.shl (local.get $bits) (i64.const 1)))
    (then
      (i32.store8 (local.get $to) (i32.const 48))
      (return (i32.add (local.get $to) (i32.const 1)))))
  (if (i64.lt_s (local.get $bits) (i64.const 0))
    (then
      (i32.store8 (local.get $to) (i32.const 45))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))))
  (local.set $fraction (i64.and (local.get $bits) (i64.const 0xfffffffffffff)))
  (local.set $exponent (i32.sub
    (i32.and (i32.wrap_i64 (i64.shr_u (local.get $bits) (i64.const 52))) (i32.const 0x7ff))
    (i32.const 1075)))
  (local.set $significand (i64.or (local.get $fraction) (i64.const 0x10000000000000)))
  (block $hasDigits
    ;; Whole numbers below 2^53
    (if (i32.and (i32.le_s (local.get $exponent) (i32.const 0)) (i32.gt_s (local.get $exponent) (i32.const -53)))
      (then
        (local.set $shift (i64.extend_i32_u (i32.sub (i32.const 0) (local.get $exponent))))
        (local.set $short (i64.shr_u (local.get $significand) (local.get $shift)))
        (br_if $hasDigits
          (i64.eq (i64.shl (local.get $short) (local.get $shift)) (local.get $significand)))))
    (local.set $isEdge (i64.eqz (local.get $fraction)))
    (local.set $power (i32.shr_s
      (i32.sub
        (i32.mul (local.get $exponent) (i32.const 1262611))
        (i32.mul (local.get $isEdge) (i32.const 524031)))
      (i32.const 22)))
    (local.set $shift (i64.extend_i32_s (i32.add
      (i32.add
        (local.get $exponent)
        (i32.shr_s (i32.mul (i32.sub (i32.const 0) (local.get $power)) (i32.const 1741647)) (i32.const 19)))
      (i32.const 1))))
    (local.set $at (i32.add (local.get $powers) (i32.shl (i32.sub (i32.const 32) (local.get $power)) (i32.const 4))))
    (local.set $high (i64.load (local.get $at)))
    (local.set $low (i64.load offset=8 (local.get $at)))
    (local.set $middle (i64.shl (local.get $significand) (i64.const 2)))
    (local.set $below (call $scale (local.get $high) (local.get $low) (i64.shl
      (i64.add (i64.sub (local.get $middle) (i64.const 2)) (i64.extend_i32_u (local.get $isEdge)))
      (local.get $shift))))
    (local.set $above (call $scale (local.get $high) (local.get $low) (i64.shl
      (i64.add (local.get $middle) (i64.const 2))
      (local.get $shift))))
    (local.set $middle (call $scale (local.get $high) (local.get $low) (i64.shl (local.get $middle) (local.get $shift))))
    ;; The ends belong to the number where its last bit is 0.
    (local.set $odd (i64.and (local.get $significand) (i64.const 1)))
    (local.set $below (i64.add (local.get $below) (local.get $odd)))
    (local.set $above (i64.sub (local.get $above) (local.get $odd)))
    (local.set $short (i64.div_u (local.get $middle) (i64.const 40)))
    (local.set $rest (i64.mul (local.get $short) (i64.const 40)))
    (local.set $isBelow (i64.le_u (local.get $below) (local.get $rest)))
    (local.set $isAbove (i64.le_u (i64.add (local.get $rest) (i64.const 40)) (local.get $above)))
    (if (i32.ne (local.get $isBelow) (local.get $isAbove))
      (then
        (local.set $short (i64.add (local.get $short) (i64.extend_i32_u (local.get $isAbove))))
        (local.set $power (i32.add (local.get $power) (i32.const 1))))
      (else
        (local.set $short (i64.shr_u (local.get $middle) (i64.const 2)))
        (local.set $rest (i64.shl (local.get $short) (i64.const 2)))
        (local.set $isBelow (i64.le_u (local.get $below) (local.get $rest)))
        (local.set $isAbove (i64.le_u (i64.add (local.get $rest) (i64.const 4)) (local.get $above)))
        (local.set $rest (i64.add (local.get $rest) (i64.const 2)))
        (local.set $short (i64.add (local.get $short) (i64.extend_i32_u
          (if (result i32) (i32.ne (local.get $isBelow) (local.get $isAbove))
            (then (local.get $isAbove))
            (else
              (i32.or
                (i64.gt_u (local.get $middle) (local.get $rest))
                (i32.and
                  (i64.eq (local.get $middle) (local.get $rest))
                  (i32.wrap_i64 (i64.and (local.get $short) (i64.const 1))))))))))))
    (loop $trim
      (local.set $rest (i64.div_u (local.get $short) (i64.const 10)))
      (if (i64.eq (i64.mul (local.get $rest) (i64.const 10)) (local.get $short))
        (then
          (local.set $short (local.get $rest))
          (local.set $power (i32.add (local.get $power) (i32.const 1)))
          (br $trim))))
    (br $hasDigits))
  (local.set $at (i32.add (local.get $digits) (i32.const 20)))
  (loop $eachDigit
    (local.set $at (i32.sub (local.get $at) (i32.const 1)))
    (local.set $rest (i64.div_u (local.get $short) (i64.const 10)))
    (i32.store8 (local.get $at) (i32.wrap_i64
      (i64.add (i64.sub (local.get $short) (i64.mul (local.get $rest) (i64.const 10))) (i64.const 48))))
    (local.set $short (local.get $rest))
    (br_if $eachDigit (i64.ne (local.get $rest) (i64.const 0))))
  (local.set $count (i32.sub (i32.add (local.get $digits) (i32.const 20)) (local.get $at)))
  (local.set $point (i32.add (local.get $count) (local.get $power)))
  (if (i32.ge_s (local.get $power) (i32.const 0))
    (then
      (local.set $to (call $copy (local.get $to) (local.get $at) (local.get $count)))
      (memory.fill (local.get $to) (i32.const 48) (local.get $power))
      (return (i32.add (local.get $to) (local.get $power)))))
  (if (i32.le_s (local.get $point) (i32.const 0))
    (then
      (i64.store (local.get $to) (i64.const 0x3030303030302e30)) ;; 0.000000
      (return (call $copy
        (i32.sub (i32.add (local.get $to) (i32.const 2)) (local.get $point))
        (local.get $at)
        (local.get $count)))))
  (local.set $to (call $copy (local.get $to) (local.get $at) (local.get $point)))
  (i32.store8 (local.get $to) (i32.const 46))
  (call $copy
    (i32.add (local.get $to) (i32.const 1))
    (i32.add (local.get $at) (local.get $point))
    (i32.sub (local.get $count) (local.get $point))))

;; Writes `count` numbers one behind the other to `to`, and where each begins and ends to `spans`. Numbers that have no plain form are left to the caller: returns how many were written before, `end` gets where
;; they end.
(func (export "writeNumbers")
  (param $values i32) (param $count i32) (param $spans i32) (param $to i32) (param $powers i32)
  (param $digits i32) (param $end i32) (result i32)
  (local $written i32) (local $value f64) (local $size f64)
  (block $stop
    (loop $each
      (br_if $stop (i32.ge_u (local.get $written) (local.get $count)))
      (local.set $value (f64.load (local.get $values)))
      (local.set $size (f64.abs (local.get $value)))
      (br_if $stop (i32.eqz (i32.or
        (f64.eq (local.get $size) (f64.const 0))
        (i32.and (f64.ge (local.get $size) (f64.const 1e-6)) (f64.lt (local.get $size) (f64.const 1e21))))))
      (i32.store (local.get $spans) (local.get $to))
      (local.set $to (call $writeNumber (local.get $value) (local.get $to) (local.get $powers) (local.get $digits)))
      (i32.store offset=4 (local.get $spans) (local.get $to))
      (local.set $spans (i32.add (local.get $spans) (i32.const 8)))
      (local.set $values (i32.add (local.get $values) (i32.const 8)))
      (local.set $written (i32.add (local.get $written) (i32.const 1)))
      (br $each)))
  (i32.store (local.get $end) (local.get $to))
  (local.get $written))

;; Writes rows by steps of 16 bytes: address and length of a text that is the same in every row, then the table that has the
;; next text of the row, and its place there in bytes; -1 for none. A table is the address of its part for the next row and
;; the bytes from row to row; it has starts and ends of texts. Absent texts are null. Returns the end; up to 16 bytes behind
;; it are overwritten.
(func (export "writeRows")
  (param $steps i32) (param $stepsEnd i32) (param $tables i32) (param $tablesEnd i32) (param $count i32) (param $to i32)
  (result i32)
  (local $step i32) (local $table i32) (local $span i32) (local $start i32)
  (loop $eachRow
    (local.set $step (local.get $steps))
    (loop $eachStep
      (local.set $to (call $copy
        (local.get $to)
        (i32.load (local.get $step))
        (i32.load offset=4 (local.get $step))))
      (local.set $table (i32.load offset=8 (local.get $step)))
      (if (i32.ge_s (local.get $table) (i32.const 0))
        (then
          (local.set $span (i32.add
            (i32.load offset=12 (local.get $step))
            (i32.load (i32.add (local.get $tables) (i32.shl (local.get $table) (i32.const 3))))))
          (local.set $start (i32.load (local.get $span)))
          (if (local.get $start)
            (then
              (local.set $to (call $copy
                (local.get $to)
                (local.get $start)
                (i32.sub (i32.load offset=4 (local.get $span)) (local.get $start)))))
            (else
              (i32.store (local.get $to) (i32.const 0x6c6c756e))
              (local.set $to (i32.add (local.get $to) (i32.const 4)))))))
      (local.set $step (i32.add (local.get $step) (i32.const 16)))
      (br_if $eachStep (i32.lt_u (local.get $step) (local.get $stepsEnd))))
    (local.set $table (local.get $tables))
    (loop $eachTable
      (i32.store (local.get $table) (i32.add (i32.load (local.get $table)) (i32.load offset=4 (local.get $table))))
      (local.set $table (i32.add (local.get $table) (i32.const 8)))
      (br_if $eachTable (i32.lt_u (local.get $table) (local.get $tablesEnd))))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $eachRow (local.get $count)))
  (local.get $to))
