;; Histograms: 256 cells of 16 bytes a feature (int64 gradient, int64 hessian << countBits | count), 4160 bytes apart.

;; Loads the cell and the bins of up to 32 rows and throws them away. In a small node of a big table rows lie far apart; a
;; short loop of loads alone lets the processor fetch a dozen of them at once, which the long loop below does not.
;; The result is only there so that no compiler drops the loads.
(func $touchRows (param $rows i32) (param $end i32) (param $bins i32) (param $width i32) (param $cells i32) (result i32)
  (local $row i32) (local $bin i32) (local $seen i32)
  (loop $eachRow
    (local.set $row (i32.load (local.get $rows)))
    (local.set $bin (i32.add (local.get $bins) (i32.mul (local.get $row) (local.get $width))))
    (local.set $seen (i32.xor (local.get $seen) (i32.xor
      (i32.load (i32.add (local.get $cells) (i32.shl (local.get $row) (i32.const 4))))
      (i32.xor
        (i32.load8_u (local.get $bin))
        (i32.load8_u (i32.sub (i32.add (local.get $bin) (local.get $width)) (i32.const 1)))))))
    (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
    (br_if $eachRow (i32.lt_u (local.get $rows) (local.get $end))))
  (local.get $seen))

;; One SIMD load-add-store a cell; four features an iteration, their bins taken from one 32-bit load.
(func $addBatch
  (param $rows i32) (param $end i32) (param $bins i32) (param $width i32) (param $cells i32) (param $histogram i32)
  (local $row i32) (local $cell v128) (local $bin i32) (local $binsEnd i32) (local $fourEnd i32)
  (local $target i32) (local $four i32) (local $at i32) (local $fourWidth i32)
  (local.set $fourWidth (i32.and (local.get $width) (i32.const -4)))
  (loop $eachRow
    (local.set $row (i32.load (local.get $rows)))
    (local.set $cell (v128.load (i32.add (local.get $cells) (i32.shl (local.get $row) (i32.const 4)))))
    (local.set $bin (i32.add (local.get $bins) (i32.mul (local.get $row) (local.get $width))))
    (local.set $fourEnd (i32.add (local.get $bin) (local.get $fourWidth)))
    (local.set $binsEnd (i32.add (local.get $bin) (local.get $width)))
    (local.set $target (local.get $histogram))
    (block $foursDone
      (loop $eachFour
        (br_if $foursDone (i32.ge_u (local.get $bin) (local.get $fourEnd)))
        (local.set $four (i32.load (local.get $bin)))
        (local.set $at (i32.add (local.get $target)
          (i32.shl (i32.and (local.get $four) (i32.const 255)) (i32.const 4))))
        (v128.store (local.get $at) (i64x2.add (v128.load (local.get $at)) (local.get $cell)))
        (local.set $at (i32.add (local.get $target)
          (i32.and (i32.shr_u (local.get $four) (i32.const 4)) (i32.const 4080))))
        (v128.store offset=4160 (local.get $at) (i64x2.add (v128.load offset=4160 (local.get $at)) (local.get $cell)))
        (local.set $at (i32.add (local.get $target)
          (i32.and (i32.shr_u (local.get $four) (i32.const 12)) (i32.const 4080))))
        (v128.store offset=8320 (local.get $at) (i64x2.add (v128.load offset=8320 (local.get $at)) (local.get $cell)))
        (local.set $at (i32.add (local.get $target)
          (i32.shl (i32.shr_u (local.get $four) (i32.const 24)) (i32.const 4))))
        (v128.store offset=12480 (local.get $at) (i64x2.add (v128.load offset=12480 (local.get $at)) (local.get $cell)))
        (local.set $target (i32.add (local.get $target) (i32.const 16640)))
        (local.set $bin (i32.add (local.get $bin) (i32.const 4)))
        (br $eachFour)))
    (block $rowDone
      (loop $eachOne
        (br_if $rowDone (i32.ge_u (local.get $bin) (local.get $binsEnd)))
        (local.set $at (i32.add (local.get $target) (i32.shl (i32.load8_u (local.get $bin)) (i32.const 4))))
        (v128.store (local.get $at) (i64x2.add (v128.load (local.get $at)) (local.get $cell)))
        (local.set $target (i32.add (local.get $target) (i32.const 4160)))
        (local.set $bin (i32.add (local.get $bin) (i32.const 1)))
        (br $eachOne)))
    (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
    (br_if $eachRow (i32.lt_u (local.get $rows) (local.get $end)))))

(func (export "addToHistogram")
  (param $rows i32) (param $count i32) (param $bins i32) (param $width i32) (param $cells i32) (param $histogram i32)
  (local $end i32) (local $batchEnd i32) (local $isSparse i32)
  (if (i32.eqz (local.get $count)) (then (return)))
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $isSparse (i32.gt_u
    (i32.sub (i32.load (i32.sub (local.get $end) (i32.const 4))) (i32.load (local.get $rows)))
    (i32.mul (local.get $count) (i32.const 3))))
  (loop $eachBatch
    (local.set $batchEnd (i32.add (local.get $rows) (i32.const 128)))
    (if (i32.gt_u (local.get $batchEnd) (local.get $end)) (then (local.set $batchEnd (local.get $end))))
    (if (local.get $isSparse) (then
      ;; Behind the last bin of the first feature nothing is kept.
      (i32.store offset=4096 (local.get $histogram)
        (call $touchRows (local.get $rows) (local.get $batchEnd) (local.get $bins) (local.get $width) (local.get $cells)))))
    (call $addBatch (local.get $rows) (local.get $batchEnd) (local.get $bins) (local.get $width) (local.get $cells)
      (local.get $histogram))
    (local.set $rows (local.get $batchEnd))
    (br_if $eachBatch (i32.lt_u (local.get $rows) (local.get $end)))))

(func (export "clearHistogram") (param $histogram i32) (param $cellCounts i32) (param $featureCount i32)
  (local $cell i32) (local $end i32)
  (block $done
    (loop $eachFeature
      (br_if $done (i32.eqz (local.get $featureCount)))
      (local.set $cell (local.get $histogram))
      (local.set $end (i32.add (local.get $cell) (i32.shl (i32.load (local.get $cellCounts)) (i32.const 4))))
      (loop $eachCell
        (v128.store (local.get $cell) (v128.const i64x2 0 0))
        (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
        (br_if $eachCell (i32.lt_u (local.get $cell) (local.get $end))))
      (local.set $histogram (i32.add (local.get $histogram) (i32.const 4160)))
      (local.set $cellCounts (i32.add (local.get $cellCounts) (i32.const 4)))
      (local.set $featureCount (i32.sub (local.get $featureCount) (i32.const 1)))
      (br $eachFeature))))

(func (export "subtractHistogram")
  (param $minuend i32) (param $subtrahend i32) (param $cellCounts i32) (param $featureCount i32)
  (local $cell i32) (local $other i32) (local $end i32)
  (block $done
    (loop $eachFeature
      (br_if $done (i32.eqz (local.get $featureCount)))
      (local.set $cell (local.get $minuend))
      (local.set $other (local.get $subtrahend))
      (local.set $end (i32.add (local.get $cell) (i32.shl (i32.load (local.get $cellCounts)) (i32.const 4))))
      (loop $eachCell
        (v128.store (local.get $cell) (i64x2.sub (v128.load (local.get $cell)) (v128.load (local.get $other))))
        (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br_if $eachCell (i32.lt_u (local.get $cell) (local.get $end))))
      (local.set $minuend (i32.add (local.get $minuend) (i32.const 4160)))
      (local.set $subtrahend (i32.add (local.get $subtrahend) (i32.const 4160)))
      (local.set $cellCounts (i32.add (local.get $cellCounts) (i32.const 4)))
      (local.set $featureCount (i32.sub (local.get $featureCount) (i32.const 1)))
      (br $eachFeature))))

(func (export "addHistogram")
  (param $sum i32) (param $addend i32) (param $cellCounts i32) (param $featureCount i32)
  (local $cell i32) (local $other i32) (local $end i32)
  (block $done
    (loop $eachFeature
      (br_if $done (i32.eqz (local.get $featureCount)))
      (local.set $cell (local.get $sum))
      (local.set $other (local.get $addend))
      (local.set $end (i32.add (local.get $cell) (i32.shl (i32.load (local.get $cellCounts)) (i32.const 4))))
      (loop $eachCell
        (v128.store (local.get $cell) (i64x2.add (v128.load (local.get $cell)) (v128.load (local.get $other))))
        (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br_if $eachCell (i32.lt_u (local.get $cell) (local.get $end))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 4160)))
      (local.set $addend (i32.add (local.get $addend) (i32.const 4160)))
      (local.set $cellCounts (i32.add (local.get $cellCounts) (i32.const 4)))
      (local.set $featureCount (i32.sub (local.get $featureCount) (i32.const 1)))
      (br $eachFeature))))
