;; What the leaves of a forest add to the contributions of one row, see src/trees/explain/share-program.ts.
;;
;; Leaves that read the same features form groups. A group is 16 bytes, of which the first words are its number of features
;; and of blocks; 16 bytes for each feature: where the row's value stands, the bit of its input, the bytes of one of its
;; boxes; and the blocks of eight leaves. A block has a box for each feature, and eight addresses of tables. A bit counts in
;; bytes of a table: the bits of all inputs that the row fails lead to the four doubles that the leaf adds.
;;
;; A row's value is two words: a rank, which passes above the first and up to the second eight integers of a box; or -1 and
;; the place in the box of eight integers that are -1 where the value fails.

;; Writes four sums for each group from `out` on.
(func (export "addLeafShares") (param $group i32) (param $end i32) (param $out i32)
  (local $slots i32) (local $slot i32) (local $at i32) (local $blocks i32) (local $value i32) (local $rank v128)
  (local $fails v128) (local $failed v128) (local $low v128) (local $high v128)
  (local $first i32) (local $second i32) (local $third i32) (local $fourth i32)
  (block $done
    (loop $eachGroup
      (br_if $done (i32.ge_u (local.get $group) (local.get $end)))
      (local.set $slots (i32.add (local.get $group) (i32.const 16)))
      (local.set $at (i32.add (local.get $slots) (i32.shl (i32.load (local.get $group)) (i32.const 4))))
      (local.set $blocks (i32.load offset=4 (local.get $group)))
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (local.set $group (local.get $at))
      (loop $eachBlock
        (local.set $failed (v128.const i32x4 0 0 0 0))
        (local.set $slot (local.get $slots))
        (loop $eachSlot
          (local.set $value (i32.load (local.get $slot)))
          (if (i32.ge_s (i32.load (local.get $value)) (i32.const 0))
            (then
              (local.set $rank (v128.load16_splat (local.get $value)))
              (local.set $fails
                (v128.or
                  (i16x8.le_s (local.get $rank) (v128.load (local.get $at)))
                  (i16x8.gt_s (local.get $rank) (v128.load offset=16 (local.get $at))))))
            (else
              (local.set $fails
                (v128.load (i32.add (local.get $at) (i32.load offset=4 (local.get $value)))))))
          (local.set $failed
            (v128.or (local.get $failed)
              (v128.and (local.get $fails) (v128.load16_splat offset=4 (local.get $slot)))))
          (local.set $at (i32.add (local.get $at) (i32.load offset=8 (local.get $slot))))
          (local.set $slot (i32.add (local.get $slot) (i32.const 16)))
          (br_if $eachSlot (i32.lt_u (local.get $slot) (local.get $group))))
        (local.set $first (i32.add (i32.load (local.get $at)) (i16x8.extract_lane_u 0 (local.get $failed))))
        (local.set $second (i32.add (i32.load offset=4 (local.get $at)) (i16x8.extract_lane_u 1 (local.get $failed))))
        (local.set $third (i32.add (i32.load offset=8 (local.get $at)) (i16x8.extract_lane_u 2 (local.get $failed))))
        (local.set $fourth (i32.add (i32.load offset=12 (local.get $at)) (i16x8.extract_lane_u 3 (local.get $failed))))
        (local.set $low (f64x2.add (local.get $low)
          (f64x2.add
            (f64x2.add (v128.load (local.get $first)) (v128.load (local.get $second)))
            (f64x2.add (v128.load (local.get $third)) (v128.load (local.get $fourth))))))
        (local.set $high (f64x2.add (local.get $high)
          (f64x2.add
            (f64x2.add (v128.load offset=16 (local.get $first)) (v128.load offset=16 (local.get $second)))
            (f64x2.add (v128.load offset=16 (local.get $third)) (v128.load offset=16 (local.get $fourth))))))
        (local.set $first (i32.add (i32.load offset=16 (local.get $at)) (i16x8.extract_lane_u 4 (local.get $failed))))
        (local.set $second (i32.add (i32.load offset=20 (local.get $at)) (i16x8.extract_lane_u 5 (local.get $failed))))
        (local.set $third (i32.add (i32.load offset=24 (local.get $at)) (i16x8.extract_lane_u 6 (local.get $failed))))
        (local.set $fourth (i32.add (i32.load offset=28 (local.get $at)) (i16x8.extract_lane_u 7 (local.get $failed))))
        (local.set $low (f64x2.add (local.get $low)
          (f64x2.add
            (f64x2.add (v128.load (local.get $first)) (v128.load (local.get $second)))
            (f64x2.add (v128.load (local.get $third)) (v128.load (local.get $fourth))))))
        (local.set $high (f64x2.add (local.get $high)
          (f64x2.add
            (f64x2.add (v128.load offset=16 (local.get $first)) (v128.load offset=16 (local.get $second)))
            (f64x2.add (v128.load offset=16 (local.get $third)) (v128.load offset=16 (local.get $fourth))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
        (br_if $eachBlock (local.get $blocks)))
      (v128.store (local.get $out) (local.get $low))
      (v128.store offset=16 (local.get $out) (local.get $high))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (local.set $group (local.get $at))
      (br $eachGroup))))
