;; Scoring rows by the leaves that their features still allow.
;;
;; Every value of a feature has one list of words, a word a tree, in which bit l is 1 if leaf l can still be reached. The
;; intersection over a row's lists has one bit a tree, the leaf, whose value stands at values + tree * 256 + leaf * 8. Lists
;; and trees come in groups of four.

;; Writes the intersection of the lists whose addresses stand from `lists` on, their number a multiple of four.
(func (export "intersectLeafSets")
  (param $lists i32) (param $listsEnd i32) (param $bytes i32) (param $to i32)
  (local $at i32) (local $first i32) (local $second i32) (local $third i32) (local $fourth i32) (local $known v128)
  (local $isLater i32)
  (loop $eachGroup
    (local.set $first (i32.load (local.get $lists)))
    (local.set $second (i32.load offset=4 (local.get $lists)))
    (local.set $third (i32.load offset=8 (local.get $lists)))
    (local.set $fourth (i32.load offset=12 (local.get $lists)))
    (local.set $at (i32.const 0))
    (if (local.get $isLater)
      (then
        (loop $eachLaterTree
          (v128.store (i32.add (local.get $to) (local.get $at))
            (v128.and
              (v128.load (i32.add (local.get $to) (local.get $at)))
              (v128.and
                (v128.and
                  (v128.load (i32.add (local.get $first) (local.get $at)))
                  (v128.load (i32.add (local.get $second) (local.get $at))))
                (v128.and
                  (v128.load (i32.add (local.get $third) (local.get $at)))
                  (v128.load (i32.add (local.get $fourth) (local.get $at)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $eachLaterTree (i32.lt_u (local.get $at) (local.get $bytes)))))
      (else
        (loop $eachTree
          (v128.store (i32.add (local.get $to) (local.get $at))
            (v128.and
              (v128.and
                (v128.load (i32.add (local.get $first) (local.get $at)))
                (v128.load (i32.add (local.get $second) (local.get $at))))
              (v128.and
                (v128.load (i32.add (local.get $third) (local.get $at)))
                (v128.load (i32.add (local.get $fourth) (local.get $at))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $eachTree (i32.lt_u (local.get $at) (local.get $bytes))))))
    (local.set $isLater (i32.const 1))
    (local.set $lists (i32.add (local.get $lists) (i32.const 16)))
    (br_if $eachGroup (i32.lt_u (local.get $lists) (local.get $listsEnd)))))

;; Writes the score of each row: `initial` and the values of its leaves in the trees `start` to `end` (bytes of a list), one
;; after another. A row is 16 bytes from `rows` on: the addresses of three lists and of its score. Two rows are scored at a
;; time, because their sums do not wait for each other; of an odd number the last three.
(func (export "scoreLeafSets")
  (param $rows i32) (param $rowsEnd i32) (param $start i32) (param $end i32) (param $values i32) (param $initial f64)
  (local $at i32) (local $value i32) (local $leaves v128) (local $others v128) (local $score f64) (local $other f64)
  (local $first i32) (local $second i32) (local $third i32) (local $otherFirst i32) (local $otherSecond i32)
  (local $otherThird i32) (local $otherRow i32)
  (loop $eachPair
    (if (i32.eq (i32.sub (local.get $rowsEnd) (local.get $rows)) (i32.const 48))
      (then
        (call $scoreThree (local.get $rows) (local.get $start) (local.get $end) (local.get $values) (local.get $initial))
        (return)))
    (local.set $otherRow (i32.add (local.get $rows) (i32.const 16)))
    (local.set $first (i32.load (local.get $rows)))
    (local.set $second (i32.load offset=4 (local.get $rows)))
    (local.set $third (i32.load offset=8 (local.get $rows)))
    (local.set $at (local.get $start))
    (local.set $value (local.get $values))
    (local.set $score (local.get $initial))
    (if (i32.ge_u (local.get $otherRow) (local.get $rowsEnd))
      (then
        (loop $eachGroup
          (local.set $leaves (v128.and
            (v128.load (i32.add (local.get $first) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $second) (local.get $at)))
              (v128.load (i32.add (local.get $third) (local.get $at))))))
          (local.set $score (f64.add (local.get $score) (f64.load (i32.add (local.get $value)
            (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leaves))) (i32.const 3))))))
          (local.set $score (f64.add (local.get $score) (f64.load offset=256 (i32.add (local.get $value)
            (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leaves))) (i32.const 3))))))
          (local.set $score (f64.add (local.get $score) (f64.load offset=512 (i32.add (local.get $value)
            (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leaves))) (i32.const 3))))))
          (local.set $score (f64.add (local.get $score) (f64.load offset=768 (i32.add (local.get $value)
            (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leaves))) (i32.const 3))))))
          (local.set $value (i32.add (local.get $value) (i32.const 1024)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $eachGroup (i32.lt_u (local.get $at) (local.get $end))))
        (f64.store (i32.load offset=12 (local.get $rows)) (local.get $score))
        (return)))
    (local.set $other (local.get $initial))
    (local.set $otherFirst (i32.load (local.get $otherRow)))
    (local.set $otherSecond (i32.load offset=4 (local.get $otherRow)))
    (local.set $otherThird (i32.load offset=8 (local.get $otherRow)))
    (loop $eachGroupOfTwo
      (local.set $leaves (v128.and
        (v128.load (i32.add (local.get $first) (local.get $at)))
        (v128.and
          (v128.load (i32.add (local.get $second) (local.get $at)))
          (v128.load (i32.add (local.get $third) (local.get $at))))))
      (local.set $others (v128.and
        (v128.load (i32.add (local.get $otherFirst) (local.get $at)))
        (v128.and
          (v128.load (i32.add (local.get $otherSecond) (local.get $at)))
          (v128.load (i32.add (local.get $otherThird) (local.get $at))))))
      (local.set $score (f64.add (local.get $score) (f64.load (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leaves))) (i32.const 3))))))
      (local.set $other (f64.add (local.get $other) (f64.load (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $others))) (i32.const 3))))))
      (local.set $score (f64.add (local.get $score) (f64.load offset=256 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leaves))) (i32.const 3))))))
      (local.set $other (f64.add (local.get $other) (f64.load offset=256 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $others))) (i32.const 3))))))
      (local.set $score (f64.add (local.get $score) (f64.load offset=512 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leaves))) (i32.const 3))))))
      (local.set $other (f64.add (local.get $other) (f64.load offset=512 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $others))) (i32.const 3))))))
      (local.set $score (f64.add (local.get $score) (f64.load offset=768 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leaves))) (i32.const 3))))))
      (local.set $other (f64.add (local.get $other) (f64.load offset=768 (i32.add (local.get $value)
        (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $others))) (i32.const 3))))))
      (local.set $value (i32.add (local.get $value) (i32.const 1024)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $eachGroupOfTwo (i32.lt_u (local.get $at) (local.get $end))))
    (f64.store (i32.load offset=12 (local.get $rows)) (local.get $score))
    (f64.store (i32.load offset=12 (local.get $otherRow)) (local.get $other))
    (local.set $rows (i32.add (local.get $otherRow) (i32.const 16)))
    (br_if $eachPair (i32.lt_u (local.get $rows) (local.get $rowsEnd)))))

;; The same for three rows: the completions of a row are often three, and one alone takes as long as two.
(func $scoreThree
  (param $rows i32) (param $start i32) (param $end i32) (param $values i32) (param $initial f64)
  (local $at i32) (local $value i32)
  (local $oneA i32) (local $twoA i32) (local $threeA i32) (local $leavesA v128) (local $scoreA f64)
  (local $oneB i32) (local $twoB i32) (local $threeB i32) (local $leavesB v128) (local $scoreB f64)
  (local $oneC i32) (local $twoC i32) (local $threeC i32) (local $leavesC v128) (local $scoreC f64)
  (local.set $oneA (i32.load (local.get $rows)))
  (local.set $twoA (i32.load offset=4 (local.get $rows)))
  (local.set $threeA (i32.load offset=8 (local.get $rows)))
  (local.set $scoreA (local.get $initial))
  (local.set $oneB (i32.load offset=16 (local.get $rows)))
  (local.set $twoB (i32.load offset=20 (local.get $rows)))
  (local.set $threeB (i32.load offset=24 (local.get $rows)))
  (local.set $scoreB (local.get $initial))
  (local.set $oneC (i32.load offset=32 (local.get $rows)))
  (local.set $twoC (i32.load offset=36 (local.get $rows)))
  (local.set $threeC (i32.load offset=40 (local.get $rows)))
  (local.set $scoreC (local.get $initial))
  (local.set $at (local.get $start))
  (local.set $value (local.get $values))
  (loop $eachGroup
    (local.set $leavesA (v128.and
      (v128.load (i32.add (local.get $oneA) (local.get $at)))
      (v128.and
        (v128.load (i32.add (local.get $twoA) (local.get $at)))
        (v128.load (i32.add (local.get $threeA) (local.get $at))))))
    (local.set $leavesB (v128.and
      (v128.load (i32.add (local.get $oneB) (local.get $at)))
      (v128.and
        (v128.load (i32.add (local.get $twoB) (local.get $at)))
        (v128.load (i32.add (local.get $threeB) (local.get $at))))))
    (local.set $leavesC (v128.and
      (v128.load (i32.add (local.get $oneC) (local.get $at)))
      (v128.and
        (v128.load (i32.add (local.get $twoC) (local.get $at)))
        (v128.load (i32.add (local.get $threeC) (local.get $at))))))
    (local.set $scoreA (f64.add (local.get $scoreA) (f64.load (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leavesA))) (i32.const 3))))))
    (local.set $scoreB (f64.add (local.get $scoreB) (f64.load (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leavesB))) (i32.const 3))))))
    (local.set $scoreC (f64.add (local.get $scoreC) (f64.load (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leavesC))) (i32.const 3))))))
    (local.set $scoreA (f64.add (local.get $scoreA) (f64.load offset=256 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leavesA))) (i32.const 3))))))
    (local.set $scoreB (f64.add (local.get $scoreB) (f64.load offset=256 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leavesB))) (i32.const 3))))))
    (local.set $scoreC (f64.add (local.get $scoreC) (f64.load offset=256 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leavesC))) (i32.const 3))))))
    (local.set $scoreA (f64.add (local.get $scoreA) (f64.load offset=512 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leavesA))) (i32.const 3))))))
    (local.set $scoreB (f64.add (local.get $scoreB) (f64.load offset=512 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leavesB))) (i32.const 3))))))
    (local.set $scoreC (f64.add (local.get $scoreC) (f64.load offset=512 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leavesC))) (i32.const 3))))))
    (local.set $scoreA (f64.add (local.get $scoreA) (f64.load offset=768 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leavesA))) (i32.const 3))))))
    (local.set $scoreB (f64.add (local.get $scoreB) (f64.load offset=768 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leavesB))) (i32.const 3))))))
    (local.set $scoreC (f64.add (local.get $scoreC) (f64.load offset=768 (i32.add (local.get $value)
      (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leavesC))) (i32.const 3))))))
    (local.set $value (i32.add (local.get $value) (i32.const 1024)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $eachGroup (i32.lt_u (local.get $at) (local.get $end))))
  (f64.store (i32.load offset=12 (local.get $rows)) (local.get $scoreA))
  (f64.store (i32.load offset=28 (local.get $rows)) (local.get $scoreB))
  (f64.store (i32.load offset=44 (local.get $rows)) (local.get $scoreC)))
