;; The best threshold of one feature. Sums are integers below 2^53, so doubles hold them exactly.
;; $out: double score, left gradient, left hessian; int32 bin, left count.
(func (export "findThreshold")
  (param $histogram i32) (param $binCount i32) (param $missingLeft i32) (param $gradient f64) (param $hessian f64)
  (param $count i32) (param $countBits i32) (param $l2 f64) (param $minRows i32) (param $minHessian f64) (param $best f64)
  (param $out i32) (result i32)
  (local $bin i32) (local $cell i32) (local $packed i64) (local $shift i64) (local $mask i64) (local $found i32)
  (local $gradientSum i64) (local $packedSum i64) (local $leftCount i32)
  (local $leftGradient f64) (local $leftHessian f64) (local $rightGradient f64) (local $rightHessian f64) (local $score f64)
  (local.set $shift (i64.extend_i32_u (local.get $countBits)))
  (local.set $mask (i64.sub (i64.shl (i64.const 1) (local.get $shift)) (i64.const 1)))
  (local.set $cell (local.get $histogram))
  (if (local.get $missingLeft) (then
    (local.set $packed (i64.load offset=8
      (i32.add (local.get $histogram) (i32.shl (local.get $binCount) (i32.const 4)))))
    (local.set $packedSum (local.get $packed))
    (local.set $gradientSum (i64.load
      (i32.add (local.get $histogram) (i32.shl (local.get $binCount) (i32.const 4)))))))
  (block $done
    (loop $eachBin
      (br_if $done (i32.ge_u (local.get $bin) (local.get $binCount)))
      (block $next
        (local.set $packed (i64.load offset=8 (local.get $cell)))
        ;; An empty bin gives the same split as the one before it.
        (br_if $next (i64.eqz (local.get $packed)))
        (local.set $packedSum (i64.add (local.get $packedSum) (local.get $packed)))
        (local.set $gradientSum (i64.add (local.get $gradientSum) (i64.load (local.get $cell))))
        (local.set $leftCount (i32.wrap_i64 (i64.and (local.get $packedSum) (local.get $mask))))
        (br_if $done (i32.lt_s (i32.sub (local.get $count) (local.get $leftCount)) (local.get $minRows)))
        (br_if $next (i32.lt_s (local.get $leftCount) (local.get $minRows)))
        (local.set $leftHessian (f64.convert_i64_s (i64.shr_u (local.get $packedSum) (local.get $shift))))
        (br_if $next (f64.lt (local.get $leftHessian) (local.get $minHessian)))
        (local.set $rightHessian (f64.sub (local.get $hessian) (local.get $leftHessian)))
        (br_if $next (f64.lt (local.get $rightHessian) (local.get $minHessian)))
        (local.set $leftGradient (f64.convert_i64_s (local.get $gradientSum)))
        (local.set $rightGradient (f64.sub (local.get $gradient) (local.get $leftGradient)))
        (local.set $score (f64.add
          (f64.div (f64.mul (local.get $leftGradient) (local.get $leftGradient))
            (f64.add (local.get $leftHessian) (local.get $l2)))
          (f64.div (f64.mul (local.get $rightGradient) (local.get $rightGradient))
            (f64.add (local.get $rightHessian) (local.get $l2)))))
        (br_if $next (i32.eqz (f64.gt (local.get $score) (local.get $best))))
        (local.set $best (local.get $score))
        (local.set $found (i32.const 1))
        (f64.store (local.get $out) (local.get $score))
        (f64.store offset=8 (local.get $out) (local.get $leftGradient))
        (f64.store offset=16 (local.get $out) (local.get $leftHessian))
        (i32.store offset=24 (local.get $out) (local.get $bin))
        (i32.store offset=28 (local.get $out) (local.get $leftCount)))
      (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
      (local.set $bin (i32.add (local.get $bin) (i32.const 1)))
      (br $eachBin)))
  (local.get $found))
