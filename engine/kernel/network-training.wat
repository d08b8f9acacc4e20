;; Training of a network, one row at a time.

;; Passes the errors of a layer's units back. For each entry with a value that is not 0: adds value * errors to the gradient of
;; its row of weights, and writes the sum of errors * weights to `fromErrors` unless that is 0; entries of value 0 get 0.
;; The gradient of a weight lies `toGradient` bytes behind it. Sums run over even and odd units apart.
(func (export "spreadErrors")
  (param $addresses i32) (param $values i32) (param $count i32) (param $errors i32) (param $units i32)
  (param $toGradient i32) (param $fromErrors i32)
  (local $last i32) (local $bytes i32) (local $pairs i32) (local $at i32) (local $weights i32) (local $gradient i32)
  (local $value f64) (local $scale v128) (local $error v128) (local $sums v128) (local $sum f64)
  (local.set $bytes (i32.shl (local.get $units) (i32.const 3)))
  (local.set $pairs (i32.and (local.get $bytes) (i32.const -16)))
  (local.set $last (i32.add (local.get $addresses) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachEntry
      (br_if $done (i32.ge_u (local.get $addresses) (local.get $last)))
      (local.set $value (f64.load (local.get $values)))
      (local.set $sum (f64.const 0))
      (if (f64.ne (local.get $value) (f64.const 0))
        (then
          (local.set $weights (i32.load (local.get $addresses)))
          (local.set $gradient (i32.add (local.get $weights) (local.get $toGradient)))
          (local.set $scale (f64x2.splat (local.get $value)))
          (local.set $sums (f64x2.splat (f64.const 0)))
          (local.set $at (i32.const 0))
          (block $pairsDone
            (loop $eachPair
              (br_if $pairsDone (i32.ge_u (local.get $at) (local.get $pairs)))
              (local.set $error (v128.load (i32.add (local.get $errors) (local.get $at))))
              (local.set $sums (f64x2.add (local.get $sums) (f64x2.mul
                (local.get $error)
                (v128.load (i32.add (local.get $weights) (local.get $at))))))
              (v128.store (i32.add (local.get $gradient) (local.get $at)) (f64x2.add
                (v128.load (i32.add (local.get $gradient) (local.get $at)))
                (f64x2.mul (local.get $error) (local.get $scale))))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (br $eachPair)))
          (local.set $sum (f64.add
            (f64x2.extract_lane 0 (local.get $sums))
            (f64x2.extract_lane 1 (local.get $sums))))
          (if (i32.lt_u (local.get $at) (local.get $bytes))
            (then
              (local.set $sum (f64.add (local.get $sum) (f64.mul
                (f64.load (i32.add (local.get $errors) (local.get $at)))
                (f64.load (i32.add (local.get $weights) (local.get $at))))))
              (f64.store (i32.add (local.get $gradient) (local.get $at)) (f64.add
                (f64.load (i32.add (local.get $gradient) (local.get $at)))
                (f64.mul (f64.load (i32.add (local.get $errors) (local.get $at))) (local.get $value))))))))
      (if (local.get $fromErrors)
        (then
          (f64.store (local.get $fromErrors) (local.get $sum))
          (local.set $fromErrors (i32.add (local.get $fromErrors) (i32.const 8)))))
      (local.set $addresses (i32.add (local.get $addresses) (i32.const 4)))
      (local.set $values (i32.add (local.get $values) (i32.const 8)))
      (br $eachEntry))))

;; One step of Adam for an even number of weights, and clears the gradient. `rate` includes the bias correction of the means, `lack` is
;; that of the squares; `decay` is subtracted from every weight. Means below 1e-12 become 0, because subnormal numbers are slow.
(func (export "stepWeights")
  (param $weights i32) (param $gradient i32) (param $means i32) (param $squares i32) (param $count i32)
  (param $rate f64) (param $lack f64) (param $decay f64)
  (local $end i32) (local $slope v128) (local $mean v128) (local $square v128) (local $weight v128)
  (local.set $end (i32.add (local.get $weights) (i32.shl (local.get $count) (i32.const 3))))
  (block $done
    (loop $eachPair
      (br_if $done (i32.ge_u (local.get $weights) (local.get $end)))
      (local.set $slope (v128.load (local.get $gradient)))
      (v128.store (local.get $gradient) (f64x2.splat (f64.const 0)))
      (local.set $mean (v128.load (local.get $means)))
      (local.set $mean (f64x2.add (local.get $mean)
        (f64x2.mul (f64x2.splat (f64.const 0.1)) (f64x2.sub (local.get $slope) (local.get $mean)))))
      (local.set $mean (v128.and (local.get $mean)
        (f64x2.gt (f64x2.abs (local.get $mean)) (f64x2.splat (f64.const 1e-12)))))
      (v128.store (local.get $means) (local.get $mean))
      (local.set $square (v128.load (local.get $squares)))
      (local.set $square (f64x2.add (local.get $square)
        (f64x2.mul (f64x2.splat (f64.const 0.001))
          (f64x2.sub (f64x2.mul (local.get $slope) (local.get $slope)) (local.get $square)))))
      (v128.store (local.get $squares) (local.get $square))
      (local.set $weight (v128.load (local.get $weights)))
      (v128.store (local.get $weights) (f64x2.sub (local.get $weight) (f64x2.add
        (f64x2.div
          (f64x2.mul (f64x2.splat (local.get $rate)) (local.get $mean))
          (f64x2.add
            (f64x2.sqrt (f64x2.div (local.get $square) (f64x2.splat (local.get $lack))))
            (f64x2.splat (f64.const 1e-8))))
        (f64x2.mul (f64x2.splat (local.get $decay)) (local.get $weight)))))
      (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
      (local.set $gradient (i32.add (local.get $gradient) (i32.const 16)))
      (local.set $means (i32.add (local.get $means) (i32.const 16)))
      (local.set $squares (i32.add (local.get $squares) (i32.const 16)))
      (br $eachPair))))
