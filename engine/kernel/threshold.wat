;; The best threshold of several features. Sums are integers below 2^53, so doubles hold them exactly.
;; $out: double score, left gradient, left hessian; int32 bin, left count, feature, missing left, missing count.

;; Scans one histogram with `$sum` (a cell) on the left from the start; writes what beats `$best` and returns the best.
(func $scanBins
  (param $histogram i32) (param $end i32) (param $sum v128) (param $gradient f64) (param $hessian f64) (param $count i32)
  (param $shift i64) (param $l2 f64) (param $minRows i32) (param $minHessian f64) (param $best f64) (param $out i32)
  (result f64)
  (local $cell i32) (local $packed i64) (local $mask i64) (local $leftCount i32)
  (local $leftGradient f64) (local $leftHessian f64) (local $rightHessian f64) (local $score f64) (local $sides v128)
  (local.set $mask (i64.sub (i64.shl (i64.const 1) (local.get $shift)) (i64.const 1)))
  (local.set $cell (local.get $histogram))
  (block $done
    (loop $eachBin
      (br_if $done (i32.ge_u (local.get $cell) (local.get $end)))
      (block $next
        ;; An empty bin gives the same split as the one before it.
        (br_if $next (i64.eqz (i64.load offset=8 (local.get $cell))))
        (local.set $sum (i64x2.add (local.get $sum) (v128.load (local.get $cell))))
        (local.set $packed (i64x2.extract_lane 1 (local.get $sum)))
        (local.set $leftCount (i32.wrap_i64 (i64.and (local.get $packed) (local.get $mask))))
        (br_if $done (i32.lt_s (i32.sub (local.get $count) (local.get $leftCount)) (local.get $minRows)))
        (br_if $next (i32.lt_s (local.get $leftCount) (local.get $minRows)))
        (local.set $leftHessian (f64.convert_i64_s (i64.shr_u (local.get $packed) (local.get $shift))))
        (br_if $next (f64.lt (local.get $leftHessian) (local.get $minHessian)))
        (local.set $rightHessian (f64.sub (local.get $hessian) (local.get $leftHessian)))
        (br_if $next (f64.lt (local.get $rightHessian) (local.get $minHessian)))
        (local.set $leftGradient (f64.convert_i64_s (i64x2.extract_lane 0 (local.get $sum))))
        ;; Both sides at once: a division takes longer than all else here.
        (local.set $sides (f64x2.replace_lane 1
          (f64x2.splat (local.get $leftGradient)) (f64.sub (local.get $gradient) (local.get $leftGradient))))
        (local.set $sides (f64x2.div
          (f64x2.mul (local.get $sides) (local.get $sides))
          (f64x2.add (f64x2.splat (local.get $l2))
            (f64x2.replace_lane 1 (f64x2.splat (local.get $leftHessian)) (local.get $rightHessian)))))
        (local.set $score (f64.add
          (f64x2.extract_lane 0 (local.get $sides)) (f64x2.extract_lane 1 (local.get $sides))))
        (br_if $next (i32.eqz (f64.gt (local.get $score) (local.get $best))))
        (local.set $best (local.get $score))
        (f64.store (local.get $out) (local.get $score))
        (f64.store offset=8 (local.get $out) (local.get $leftGradient))
        (f64.store offset=16 (local.get $out) (local.get $leftHessian))
        (i32.store offset=24 (local.get $out)
          (i32.shr_u (i32.sub (local.get $cell) (local.get $histogram)) (i32.const 4)))
        (i32.store offset=28 (local.get $out) (local.get $leftCount)))
      (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
      (br $eachBin)))
  (local.get $best))

(func (export "findThreshold")
  (param $histograms i32) (param $features i32) (param $featureCount i32) (param $cellCounts i32)
  (param $gradient f64) (param $hessian f64) (param $count i32) (param $countBits i32) (param $l2 f64)
  (param $minRows i32) (param $minHessian f64) (param $best f64) (param $out i32) (result i32)
  (local $featuresEnd i32) (local $feature i32) (local $histogram i32) (local $missing i32) (local $missingCount i32)
  (local $shift i64) (local $sum v128) (local $isLeft i32) (local $score f64) (local $found i32)
  (local.set $shift (i64.extend_i32_u (local.get $countBits)))
  (local.set $featuresEnd (i32.add (local.get $features) (i32.shl (local.get $featureCount) (i32.const 2))))
  (block $done
    (loop $eachFeature
      (br_if $done (i32.ge_u (local.get $features) (local.get $featuresEnd)))
      (local.set $feature (i32.load (local.get $features)))
      (local.set $histogram (i32.add (local.get $histograms) (i32.mul (local.get $feature) (i32.const 4160))))
      (local.set $missing (i32.add (local.get $histogram) (i32.shl
        (i32.sub (i32.load (i32.add (local.get $cellCounts) (i32.shl (local.get $feature) (i32.const 2)))) (i32.const 1))
        (i32.const 4))))
      (local.set $missingCount (i32.wrap_i64 (i64.and
        (i64.load offset=8 (local.get $missing))
        (i64.sub (i64.shl (i64.const 1) (local.get $shift)) (i64.const 1)))))
      (local.set $sum (v128.const i64x2 0 0))
      (local.set $isLeft (i32.const 0))
      (loop $eachSide
        (local.set $score (call $scanBins (local.get $histogram) (local.get $missing) (local.get $sum)
          (local.get $gradient) (local.get $hessian) (local.get $count) (local.get $shift) (local.get $l2)
          (local.get $minRows) (local.get $minHessian) (local.get $best) (local.get $out)))
        (if (f64.gt (local.get $score) (local.get $best)) (then
          (local.set $best (local.get $score))
          (local.set $found (i32.const 1))
          (i32.store offset=32 (local.get $out) (local.get $feature))
          (i32.store offset=36 (local.get $out) (local.get $isLeft))
          (i32.store offset=40 (local.get $out) (local.get $missingCount))))
        (local.set $sum (v128.load (local.get $missing)))
        (local.set $isLeft (i32.add (local.get $isLeft) (i32.const 1)))
        ;; Without missing rows both directions are the same split.
        (br_if $eachSide (i32.lt_u (local.get $isLeft) (select (i32.const 2) (i32.const 1) (local.get $missingCount)))))
      (local.set $features (i32.add (local.get $features) (i32.const 4)))
      (br $eachFeature)))
  (local.get $found))
