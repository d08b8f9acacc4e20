;; Scoring 32 rows at once. A tile holds 32 bytes a feature, one a row: for numbers how many of the feature's thresholds lie
;; below the value (255 for missing), less 128 so that signed comparison orders them; for categories the bin.
;;
;; A program is a list of parts of trees, because a byte distinguishes only 255 nodes; small trees are one part. A part:
;; int32 number of splits, int32 address of its node values (doubles), int32 where its rows come from (-1: it begins a tree,
;; else an earlier part of the tree << 16 | the node there << 8 | the node here at which all other rows wait), int32 1 if the
;; tree ends with it, then its splits, parents first. Where rows wait or go on to another part the value is -0, which adds
;; nothing. A split: int32 offset of its feature in the tile, then four bytes: node, threshold less 128, left child
;; (the right one is the next node) and kind: 0 missing goes right, 1 missing goes left, 2 category, which is followed by
;; the 32 bytes of the set of bins that go left.
;;
;; Every row carries its present node in a byte lane. Each split of the tree is applied to all rows in turn, and moves
;; those that stand at it: there is no branch on data and no waiting for memory, and the tree's depth does not matter.

(func (export "rankTile") (param $values i32) (param $rowBytes i32) (param $thresholds i32) (param $tile i32)
  (local $end i32) (local $at i32) (local $value f64)
  (local.set $end (i32.add (local.get $tile) (i32.const 32)))
  (loop $eachRow
    (local.set $value (f64.load (local.get $values)))
    (local.set $at (call $countBelow (local.get $thresholds) (local.get $value)))
    (i32.store8 (local.get $tile) (i32.xor (i32.const 128) (select
      (local.get $at) (i32.const 255) (f64.eq (local.get $value) (local.get $value)))))
    (local.set $values (i32.add (local.get $values) (local.get $rowBytes)))
    (local.set $tile (i32.add (local.get $tile) (i32.const 1)))
    (br_if $eachRow (i32.lt_u (local.get $tile) (local.get $end)))))

(func $moveRows (param $present v128) (param $node v128) (param $child v128) (param $right v128) (result v128)
  ;; A lane that goes right holds -1.
  (v128.bitselect (i8x16.sub (local.get $child) (local.get $right)) (local.get $present)
    (i8x16.eq (local.get $present) (local.get $node))))

(func $isMissing (param $ranks v128) (result v128)
  (i8x16.eq (local.get $ranks) (i8x16.splat (i32.const 127))))

;; -1 where the bin is not in the set of 256 bits at $set.
(func $isOutside (param $bins v128) (param $set i32) (result v128)
  (local $place v128) (local $bit v128)
  (local.set $place (i8x16.shr_u (local.get $bins) (i32.const 3)))
  (local.set $bit (i8x16.swizzle
    (v128.const i8x16 1 2 4 8 16 32 64 -128 0 0 0 0 0 0 0 0)
    (v128.and (local.get $bins) (i8x16.splat (i32.const 7)))))
  ;; A swizzle by a place of 16 or more gives 0, so one of the halves does.
  (i8x16.eq (v128.const i64x2 0 0) (v128.and (local.get $bit) (v128.or
    (i8x16.swizzle (v128.load (local.get $set)) (local.get $place))
    (i8x16.swizzle (v128.load offset=16 (local.get $set))
      (i8x16.sub (local.get $place) (i8x16.splat (i32.const 16))))))))

;; Adds to $out, $outputs doubles a row; tree t adds to output t % $outputs. $present is scratch of 32 bytes a part of a tree.
(func (export "scoreTile")
  (param $program i32) (param $programEnd i32) (param $tile i32) (param $outputs i32) (param $out i32) (param $present i32)
  (local $splits i32) (local $values i32) (local $output i32) (local $kind i32) (local $place i32) (local $score i32)
  (local $outBytes i32) (local $node v128) (local $child v128) (local $threshold v128)
  (local $first v128) (local $second v128) (local $ranks0 v128) (local $ranks1 v128)
  (local $right0 v128) (local $right1 v128) (local $parts i32) (local $from i32) (local $isLast i32)
  (local.set $outBytes (i32.shl (local.get $outputs) (i32.const 3)))
  (local.set $parts (local.get $present))
  (loop $eachPart
    (local.set $splits (i32.load (local.get $program)))
    (local.set $values (i32.load offset=4 (local.get $program)))
    (local.set $from (i32.load offset=8 (local.get $program)))
    (local.set $isLast (i32.load offset=12 (local.get $program)))
    (local.set $program (i32.add (local.get $program) (i32.const 16)))
    (if (i32.eq (local.get $from) (i32.const -1))
      (then
        (local.set $present (local.get $parts))
        (local.set $first (v128.const i64x2 0 0))
        (local.set $second (v128.const i64x2 0 0)))
      (else
        (local.set $present (i32.add (local.get $present) (i32.const 32)))
        (local.set $place (i32.add (local.get $parts) (i32.shl (i32.shr_u (local.get $from) (i32.const 16)) (i32.const 5))))
        (local.set $node (i8x16.splat (i32.shr_u (local.get $from) (i32.const 8))))
        (local.set $child (i8x16.splat (local.get $from)))
        (local.set $first (v128.andnot (local.get $child)
          (i8x16.eq (v128.load (local.get $place)) (local.get $node))))
        (local.set $second (v128.andnot (local.get $child)
          (i8x16.eq (v128.load offset=16 (local.get $place)) (local.get $node))))))
    (block $splitsDone
      (loop $eachSplit
        (br_if $splitsDone (i32.eqz (local.get $splits)))
        (local.set $place (i32.add (local.get $tile) (i32.load (local.get $program))))
        (local.set $ranks0 (v128.load (local.get $place)))
        (local.set $ranks1 (v128.load offset=16 (local.get $place)))
        (local.set $node (v128.load8_splat offset=4 (local.get $program)))
        (local.set $child (v128.load8_splat offset=6 (local.get $program)))
        (local.set $kind (i32.load8_u offset=7 (local.get $program)))
        (if (i32.eq (local.get $kind) (i32.const 2))
          (then
            (local.set $right0 (call $isOutside (local.get $ranks0) (i32.add (local.get $program) (i32.const 8))))
            (local.set $right1 (call $isOutside (local.get $ranks1) (i32.add (local.get $program) (i32.const 8))))
            (local.set $program (i32.add (local.get $program) (i32.const 32))))
          (else
            (local.set $threshold (v128.load8_splat offset=5 (local.get $program)))
            (local.set $right0 (i8x16.gt_s (local.get $ranks0) (local.get $threshold)))
            (local.set $right1 (i8x16.gt_s (local.get $ranks1) (local.get $threshold)))
            (if (local.get $kind) (then
              (local.set $right0 (v128.andnot (local.get $right0) (call $isMissing (local.get $ranks0))))
              (local.set $right1 (v128.andnot (local.get $right1) (call $isMissing (local.get $ranks1))))))))
        (local.set $first
          (call $moveRows (local.get $first) (local.get $node) (local.get $child) (local.get $right0)))
        (local.set $second
          (call $moveRows (local.get $second) (local.get $node) (local.get $child) (local.get $right1)))
        (local.set $program (i32.add (local.get $program) (i32.const 8)))
        (local.set $splits (i32.sub (local.get $splits) (i32.const 1)))
        (br $eachSplit)))
    (v128.store (local.get $present) (local.get $first))
    (v128.store offset=16 (local.get $present) (local.get $second))
    (local.set $score (i32.add (local.get $out) (i32.shl (local.get $output) (i32.const 3))))
    (local.set $place (i32.const 0))
    (loop $eachRow
      (f64.store (local.get $score) (f64.add (f64.load (local.get $score)) (f64.load (i32.add (local.get $values)
        (i32.shl (i32.load8_u (i32.add (local.get $present) (local.get $place))) (i32.const 3))))))
      (local.set $score (i32.add (local.get $score) (local.get $outBytes)))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br_if $eachRow (i32.lt_u (local.get $place) (i32.const 32))))
    (local.set $output (i32.add (local.get $output) (local.get $isLast)))
    (if (i32.eq (local.get $output) (local.get $outputs)) (then (local.set $output (i32.const 0))))
    (br_if $eachPart (i32.lt_u (local.get $program) (local.get $programEnd)))))
