;; Scoring one row by the leaves that its features still allow.
;;
;; Every value of a feature has one list of words, a word a tree, in which bit l is 1 if leaf l can still be reached. `rows`
;; to `rowsEnd` holds the addresses of the lists of one row's values, their number a multiple of four. Lists are padded to
;; 16 bytes. The intersection over all lists has one bit a tree, the leaf: its value stands at
;; values + tree * stride + leaf * 8. Tree t adds to output t % outputs.

(func (export "scoreLeafSets")
  (param $rows i32) (param $rowsEnd i32) (param $trees i32) (param $reached i32)
  (param $values i32) (param $stride i32) (param $outputs i32) (param $out i32)
  (local $bytes i32) (local $at i32) (local $first i32) (local $second i32) (local $third i32) (local $fourth i32)
  (local $output i32) (local $value i32) (local $atStep i32) (local $valueStep i32) (local $score f64)
  (local.set $bytes (i32.shl (local.get $trees) (i32.const 2)))
  (memory.fill (local.get $reached) (i32.const 255) (i32.add (local.get $bytes) (i32.const 16)))
  (block $intersected
    (loop $eachGroup
      (br_if $intersected (i32.ge_u (local.get $rows) (local.get $rowsEnd)))
      (local.set $first (i32.load (local.get $rows)))
      (local.set $second (i32.load offset=4 (local.get $rows)))
      (local.set $third (i32.load offset=8 (local.get $rows)))
      (local.set $fourth (i32.load offset=12 (local.get $rows)))
      (local.set $at (i32.const 0))
      (loop $eachTree
        (v128.store (i32.add (local.get $reached) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $reached) (local.get $at)))
            (v128.and
              (v128.and
                (v128.load (i32.add (local.get $first) (local.get $at)))
                (v128.load (i32.add (local.get $second) (local.get $at))))
              (v128.and
                (v128.load (i32.add (local.get $third) (local.get $at)))
                (v128.load (i32.add (local.get $fourth) (local.get $at)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachTree (i32.lt_u (local.get $at) (local.get $bytes))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (br $eachGroup)))
  (local.set $atStep (i32.shl (local.get $outputs) (i32.const 2)))
  (local.set $valueStep (i32.mul (local.get $outputs) (local.get $stride)))
  (loop $eachOutput
    (local.set $score (f64.load (i32.add (local.get $out) (i32.shl (local.get $output) (i32.const 3)))))
    (local.set $at (i32.shl (local.get $output) (i32.const 2)))
    (local.set $value (i32.add (local.get $values) (i32.mul (local.get $output) (local.get $stride))))
    (block $added
      (loop $eachLeaf
        (br_if $added (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $score (f64.add (local.get $score) (f64.load (i32.add
          (local.get $value)
          (i32.shl (i32.ctz (i32.load (i32.add (local.get $reached) (local.get $at)))) (i32.const 3))))))
        (local.set $at (i32.add (local.get $at) (local.get $atStep)))
        (local.set $value (i32.add (local.get $value) (local.get $valueStep)))
        (br $eachLeaf)))
    (f64.store (i32.add (local.get $out) (i32.shl (local.get $output) (i32.const 3))) (local.get $score))
    (local.set $output (i32.add (local.get $output) (i32.const 1)))
    (br_if $eachOutput (i32.lt_u (local.get $output) (local.get $outputs)))))
