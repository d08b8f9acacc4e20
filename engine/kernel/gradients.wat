;; Gradients and hessians, first as two doubles a row cell, then as scaled integers in the same place.

(func (export "squaredGradients")
  (param $rows i32) (param $count i32) (param $scores i32) (param $targets i32) (param $weights i32) (param $cells i32)
  (param $sums i32)
  (local $end i32) (local $row i32) (local $at i32) (local $gradient f64) (local $hessian f64)
  (local $gradientSum f64) (local $hessianSum f64)
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $hessian (f64.const 1))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $row (i32.load (local.get $rows)))
      (local.set $at (i32.shl (local.get $row) (i32.const 3)))
      (local.set $gradient (f64.sub
        (f64.load (i32.add (local.get $scores) (local.get $at)))
        (f64.load (i32.add (local.get $targets) (local.get $at)))))
      (if (local.get $weights) (then
        (local.set $hessian (f64.load (i32.add (local.get $weights) (local.get $at))))
        (local.set $gradient (f64.mul (local.get $gradient) (local.get $hessian)))))
      (local.set $at (i32.add (local.get $cells) (i32.shl (local.get $row) (i32.const 4))))
      (f64.store (local.get $at) (local.get $gradient))
      (f64.store offset=8 (local.get $at) (local.get $hessian))
      (local.set $gradientSum (f64.add (local.get $gradientSum) (f64.abs (local.get $gradient))))
      (local.set $hessianSum (f64.add (local.get $hessianSum) (local.get $hessian)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br $eachRow)))
  (f64.store (local.get $sums) (local.get $gradientSum))
  (f64.store offset=8 (local.get $sums) (local.get $hessianSum)))

;; e^x of two numbers, step for step as in src/trees/kernel/exponential.ts.
(func $exponential (param $x v128) (result v128)
  (local $power v128) (local $sum v128)
  (local.set $x (f64x2.pmin (f64x2.splat (f64.const 700)) (f64x2.pmax (f64x2.splat (f64.const -700)) (local.get $x))))
  (local.set $power (f64x2.floor (f64x2.add
    (f64x2.mul (local.get $x) (f64x2.splat (f64.const 1.4426950408889634))) (f64x2.splat (f64.const 0.5)))))
  (local.set $x (f64x2.sub
    (f64x2.sub (local.get $x) (f64x2.mul (local.get $power) (f64x2.splat (f64.const 0.6931471803691238))))
    (f64x2.mul (local.get $power) (f64x2.splat (f64.const 1.9082149292705877e-10)))))
  (local.set $sum (f64x2.splat (f64.const 2.08767569878681e-9)))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 2.505210838544172e-8))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 2.755731922398589e-7))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 2.7557319223985893e-6))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 2.48015873015873e-5))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 1.984126984126984e-4))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 1.388888888888889e-3))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 8.333333333333333e-3))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 4.1666666666666664e-2))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 0.16666666666666666))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 0.5))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 1))))
  (local.set $sum (f64x2.add (f64x2.mul (local.get $sum) (local.get $x)) (f64x2.splat (f64.const 1))))
  ;; 2^power, written into the exponent bits.
  (f64x2.mul (local.get $sum)
    (i64x2.shl
      (i64x2.add (i64x2.extend_low_i32x4_s (i32x4.trunc_sat_f64x2_s_zero (local.get $power))) (v128.const i64x2 1023 1023))
      (i32.const 52))))

;; The doubles of two rows, side by side.
(func $loadPair (param $array i32) (param $first i32) (param $second i32) (result v128)
  (v128.load64_lane 1 (i32.add (local.get $array) (i32.shl (local.get $second) (i32.const 3)))
    (v128.load64_zero (i32.add (local.get $array) (i32.shl (local.get $first) (i32.const 3))))))

;; Two rows at a time; a last odd row is computed twice but summed once.
(func (export "logisticGradients")
  (param $rows i32) (param $count i32) (param $scores i32) (param $targets i32) (param $weights i32) (param $cells i32)
  (param $sums i32)
  (local $end i32) (local $first i32) (local $second i32) (local $probability v128) (local $gradient v128)
  (local $hessian v128) (local $weight v128) (local $one v128) (local $gradientSum f64) (local $hessianSum f64)
  (local $isPair i32)
  (local.set $one (f64x2.splat (f64.const 1)))
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachPair
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $first (i32.load (local.get $rows)))
      (local.set $isPair (i32.lt_u (i32.add (local.get $rows) (i32.const 4)) (local.get $end)))
      (local.set $second (local.get $first))
      (if (local.get $isPair) (then (local.set $second (i32.load offset=4 (local.get $rows)))))
      (local.set $probability (f64x2.div (local.get $one) (f64x2.add (local.get $one)
        (call $exponential (f64x2.neg (call $loadPair (local.get $scores) (local.get $first) (local.get $second)))))))
      (local.set $gradient (f64x2.sub (local.get $probability)
        (call $loadPair (local.get $targets) (local.get $first) (local.get $second))))
      (local.set $hessian (f64x2.pmax (f64x2.splat (f64.const 1e-16))
        (f64x2.mul (local.get $probability) (f64x2.sub (local.get $one) (local.get $probability)))))
      (if (local.get $weights) (then
        (local.set $weight (call $loadPair (local.get $weights) (local.get $first) (local.get $second)))
        (local.set $gradient (f64x2.mul (local.get $gradient) (local.get $weight)))
        (local.set $hessian (f64x2.mul (local.get $hessian) (local.get $weight)))))
      (v128.store (i32.add (local.get $cells) (i32.shl (local.get $first) (i32.const 4)))
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $gradient) (local.get $hessian)))
      (local.set $gradientSum (f64.add (local.get $gradientSum) (f64.abs (f64x2.extract_lane 0 (local.get $gradient)))))
      (local.set $hessianSum (f64.add (local.get $hessianSum) (f64x2.extract_lane 0 (local.get $hessian))))
      (if (local.get $isPair) (then
        (v128.store (i32.add (local.get $cells) (i32.shl (local.get $second) (i32.const 4)))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $gradient) (local.get $hessian)))
        (local.set $gradientSum (f64.add (local.get $gradientSum) (f64.abs (f64x2.extract_lane 1 (local.get $gradient)))))
        (local.set $hessianSum (f64.add (local.get $hessianSum) (f64x2.extract_lane 1 (local.get $hessian))))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 8)))
      (br $eachPair)))
  (f64.store (local.get $sums) (local.get $gradientSum))
  (f64.store offset=8 (local.get $sums) (local.get $hessianSum)))

(func (export "quantiseGradients")
  (param $rows i32) (param $count i32) (param $cells i32) (param $gradientScale f64) (param $hessianScale f64)
  (param $countBits i32) (param $total i32)
  (local $end i32) (local $at i32) (local $cell v128) (local $scales v128) (local $sum v128) (local $shift i64)
  (local.set $shift (i64.extend_i32_u (local.get $countBits)))
  (local.set $scales (f64x2.replace_lane 1 (f64x2.splat (local.get $gradientScale)) (local.get $hessianScale)))
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $at (i32.add (local.get $cells) (i32.shl (i32.load (local.get $rows)) (i32.const 4))))
      (local.set $cell (f64x2.floor (f64x2.add
        (f64x2.mul (v128.load (local.get $at)) (local.get $scales)) (f64x2.splat (f64.const 0.5)))))
      (local.set $cell (i64x2.replace_lane 1
        (i64x2.splat (i64.trunc_sat_f64_s (f64x2.extract_lane 0 (local.get $cell))))
        (i64.or (i64.const 1)
          (i64.shl (i64.trunc_sat_f64_s (f64x2.extract_lane 1 (local.get $cell))) (local.get $shift)))))
      (v128.store (local.get $at) (local.get $cell))
      (local.set $sum (i64x2.add (local.get $sum) (local.get $cell)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br $eachRow)))
  (v128.store (local.get $total) (local.get $sum)))
