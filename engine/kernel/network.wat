;; One layer of a network for one row: out = max(floor, bias + sum over entries of value * weights of that entry).
;;
;; `addresses` has the address of each entry's row of weights, `values` its value. Units are summed in the order of the
;; entries, eight at a time, so the result is that of the plain loop to the last bit.

(func (export "applyLayer")
  (param $addresses i32) (param $values i32) (param $count i32) (param $bias i32) (param $out i32) (param $units i32)
  (param $floor f64)
  (local $at i32) (local $wide i32) (local $bytes i32) (local $address i32) (local $value i32) (local $last i32)
  (local $weights i32) (local $scale v128) (local $low v128)
  (local $first v128) (local $second v128) (local $third v128) (local $fourth v128) (local $sum f64)
  (local.set $bytes (i32.shl (local.get $units) (i32.const 3)))
  (local.set $wide (i32.and (local.get $bytes) (i32.const -64)))
  (local.set $last (i32.add (local.get $addresses) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $low (f64x2.splat (local.get $floor)))
  (block $wideDone
    (loop $eachBlock
      (br_if $wideDone (i32.ge_u (local.get $at) (local.get $wide)))
      (local.set $weights (i32.add (local.get $bias) (local.get $at)))
      (local.set $first (v128.load (local.get $weights)))
      (local.set $second (v128.load offset=16 (local.get $weights)))
      (local.set $third (v128.load offset=32 (local.get $weights)))
      (local.set $fourth (v128.load offset=48 (local.get $weights)))
      (local.set $address (local.get $addresses))
      (local.set $value (local.get $values))
      (block $summed
        (loop $eachEntry
          (br_if $summed (i32.ge_u (local.get $address) (local.get $last)))
          (local.set $weights (i32.add (i32.load (local.get $address)) (local.get $at)))
          (local.set $scale (v128.load64_splat (local.get $value)))
          (local.set $first
            (f64x2.add (local.get $first) (f64x2.mul (local.get $scale) (v128.load (local.get $weights)))))
          (local.set $second
            (f64x2.add (local.get $second) (f64x2.mul (local.get $scale) (v128.load offset=16 (local.get $weights)))))
          (local.set $third
            (f64x2.add (local.get $third) (f64x2.mul (local.get $scale) (v128.load offset=32 (local.get $weights)))))
          (local.set $fourth
            (f64x2.add (local.get $fourth) (f64x2.mul (local.get $scale) (v128.load offset=48 (local.get $weights)))))
          (local.set $address (i32.add (local.get $address) (i32.const 4)))
          (local.set $value (i32.add (local.get $value) (i32.const 8)))
          (br $eachEntry)))
      (local.set $weights (i32.add (local.get $out) (local.get $at)))
      (v128.store (local.get $weights) (f64x2.max (local.get $first) (local.get $low)))
      (v128.store offset=16 (local.get $weights) (f64x2.max (local.get $second) (local.get $low)))
      (v128.store offset=32 (local.get $weights) (f64x2.max (local.get $third) (local.get $low)))
      (v128.store offset=48 (local.get $weights) (f64x2.max (local.get $fourth) (local.get $low)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br $eachBlock)))
  (block $done
    (loop $eachUnit
      (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
      (local.set $sum (f64.load (i32.add (local.get $bias) (local.get $at))))
      (local.set $address (local.get $addresses))
      (local.set $value (local.get $values))
      (block $summed
        (loop $eachEntry
          (br_if $summed (i32.ge_u (local.get $address) (local.get $last)))
          (local.set $sum (f64.add (local.get $sum) (f64.mul
            (f64.load (local.get $value))
            (f64.load (i32.add (i32.load (local.get $address)) (local.get $at))))))
          (local.set $address (i32.add (local.get $address) (i32.const 4)))
          (local.set $value (i32.add (local.get $value) (i32.const 8)))
          (br $eachEntry)))
      (f64.store (i32.add (local.get $out) (local.get $at)) (f64.max (local.get $sum) (local.get $floor)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $eachUnit))))
