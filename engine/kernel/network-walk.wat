;; A network of one output for the rows of a walk, which differ from one to the next by the cells of one input.
;;
;; `hidden` has the sums of the first layer before they are rectified. `from` are those of the row where the walk begins,
;; `bytes` of them. A step adds what an input adds to them in the explained row, from `own` on, and takes what it adds in
;; the first row, from `other` on; the steps are the places of inputs there, as bytes, from `step` to `stepsEnd`. The weights of
;; the second layer lie by units of the first, `wide` bytes each, a multiple of 128; those of units that are not
;; active are not read. `active` has room for the places of all units and one more.

;; Writes the output after each step from `out` on.
(func (export "walkNetwork")
  (param $from i32) (param $hidden i32) (param $bytes i32) (param $step i32) (param $stepsEnd i32)
  (param $own i32) (param $other i32) (param $active i32)
  (param $second i32) (param $bias i32) (param $third i32) (param $wide i32) (param $thirdBias f64) (param $out i32)
  (local $at i32) (local $last i32) (local $place i32) (local $entered i32) (local $left i32) (local $positive i32)
  (local $unit i32) (local $weights i32) (local $units v128) (local $scale v128) (local $sum v128) (local $zero v128)
  (local $a v128) (local $b v128) (local $c v128) (local $d v128)
  (local $e v128) (local $f v128) (local $g v128) (local $h v128)
  (memory.copy (local.get $hidden) (local.get $from) (local.get $bytes))
  (block $done
    (loop $eachStep
      (br_if $done (i32.ge_u (local.get $step) (local.get $stepsEnd)))
      (local.set $entered (i32.add (local.get $own) (i32.load (local.get $step))))
      (local.set $left (i32.add (local.get $other) (i32.load (local.get $step))))
      (local.set $at (i32.const 0))
      (local.set $last (local.get $active))
      (loop $eachPair
        (local.set $units
          (f64x2.add
            (v128.load (i32.add (local.get $hidden) (local.get $at)))
            (f64x2.sub
              (v128.load (i32.add (local.get $entered) (local.get $at)))
              (v128.load (i32.add (local.get $left) (local.get $at))))))
        (v128.store (i32.add (local.get $hidden) (local.get $at)) (local.get $units))
        (local.set $positive (i64x2.bitmask (f64x2.gt (local.get $units) (local.get $zero))))
        (i32.store (local.get $last) (local.get $at))
        (local.set $last
          (i32.add (local.get $last) (i32.shl (i32.and (local.get $positive) (i32.const 1)) (i32.const 2))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (i32.store (local.get $last) (local.get $at))
        (local.set $last
          (i32.add (local.get $last) (i32.shl (i32.and (local.get $positive) (i32.const 2)) (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $eachPair (i32.lt_u (local.get $at) (local.get $bytes))))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $eachBlock
        (local.set $weights (i32.add (local.get $bias) (local.get $at)))
        (local.set $a (v128.load (local.get $weights)))
        (local.set $b (v128.load offset=16 (local.get $weights)))
        (local.set $c (v128.load offset=32 (local.get $weights)))
        (local.set $d (v128.load offset=48 (local.get $weights)))
        (local.set $e (v128.load offset=64 (local.get $weights)))
        (local.set $f (v128.load offset=80 (local.get $weights)))
        (local.set $g (v128.load offset=96 (local.get $weights)))
        (local.set $h (v128.load offset=112 (local.get $weights)))
        (local.set $place (local.get $active))
        (block $summed
          (loop $eachActive
            (br_if $summed (i32.ge_u (local.get $place) (local.get $last)))
            (local.set $unit (i32.load (local.get $place)))
            (local.set $scale (v128.load64_splat (i32.add (local.get $hidden) (local.get $unit))))
            (local.set $weights
              (i32.add
                (i32.add (local.get $second) (local.get $at))
                (i32.mul (i32.shr_u (local.get $unit) (i32.const 3)) (local.get $wide))))
            (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $scale) (v128.load (local.get $weights)))))
            (local.set $b
              (f64x2.add (local.get $b) (f64x2.mul (local.get $scale) (v128.load offset=16 (local.get $weights)))))
            (local.set $c
              (f64x2.add (local.get $c) (f64x2.mul (local.get $scale) (v128.load offset=32 (local.get $weights)))))
            (local.set $d
              (f64x2.add (local.get $d) (f64x2.mul (local.get $scale) (v128.load offset=48 (local.get $weights)))))
            (local.set $e
              (f64x2.add (local.get $e) (f64x2.mul (local.get $scale) (v128.load offset=64 (local.get $weights)))))
            (local.set $f
              (f64x2.add (local.get $f) (f64x2.mul (local.get $scale) (v128.load offset=80 (local.get $weights)))))
            (local.set $g
              (f64x2.add (local.get $g) (f64x2.mul (local.get $scale) (v128.load offset=96 (local.get $weights)))))
            (local.set $h
              (f64x2.add (local.get $h) (f64x2.mul (local.get $scale) (v128.load offset=112 (local.get $weights)))))
            (local.set $place (i32.add (local.get $place) (i32.const 4)))
            (br $eachActive)))
        (local.set $weights (i32.add (local.get $third) (local.get $at)))
        (local.set $a (f64x2.mul (f64x2.max (local.get $a) (local.get $zero)) (v128.load (local.get $weights))))
        (local.set $b (f64x2.mul (f64x2.max (local.get $b) (local.get $zero)) (v128.load offset=16 (local.get $weights))))
        (local.set $c (f64x2.mul (f64x2.max (local.get $c) (local.get $zero)) (v128.load offset=32 (local.get $weights))))
        (local.set $d (f64x2.mul (f64x2.max (local.get $d) (local.get $zero)) (v128.load offset=48 (local.get $weights))))
        (local.set $e (f64x2.mul (f64x2.max (local.get $e) (local.get $zero)) (v128.load offset=64 (local.get $weights))))
        (local.set $f (f64x2.mul (f64x2.max (local.get $f) (local.get $zero)) (v128.load offset=80 (local.get $weights))))
        (local.set $g (f64x2.mul (f64x2.max (local.get $g) (local.get $zero)) (v128.load offset=96 (local.get $weights))))
        (local.set $h (f64x2.mul (f64x2.max (local.get $h) (local.get $zero)) (v128.load offset=112 (local.get $weights))))
        (local.set $sum
          (f64x2.add (local.get $sum)
            (f64x2.add
              (f64x2.add (f64x2.add (local.get $a) (local.get $b)) (f64x2.add (local.get $c) (local.get $d)))
              (f64x2.add (f64x2.add (local.get $e) (local.get $f)) (f64x2.add (local.get $g) (local.get $h))))))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (br_if $eachBlock (i32.lt_u (local.get $at) (local.get $wide))))
      (f64.store (local.get $out)
        (f64.add (local.get $thirdBias)
          (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $step (i32.add (local.get $step) (i32.const 4)))
      (br $eachStep))))
