;; Work on lists of row numbers.

;; Without branches: every row is written to both lists, and only the one it belongs to moves on.
(func (export "splitRows")
  (param $rows i32) (param $count i32) (param $column i32) (param $stride i32) (param $leftTable i32) (param $scratch i32)
  (result i32)
  (local $from i32) (local $end i32) (local $left i32) (local $right i32) (local $row i32) (local $goesLeft i32)
  (local.set $from (local.get $rows))
  (local.set $left (local.get $rows))
  (local.set $right (local.get $scratch))
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
      (local.set $row (i32.load (local.get $from)))
      (local.set $goesLeft (i32.load8_u
        (i32.add
          (local.get $leftTable)
          (i32.load8_u (i32.add (local.get $column) (i32.mul (local.get $row) (local.get $stride)))))))
      (i32.store (local.get $left) (local.get $row))
      (i32.store (local.get $right) (local.get $row))
      (local.set $left (i32.add (local.get $left) (i32.shl (local.get $goesLeft) (i32.const 2))))
      (local.set $right
        (i32.add (local.get $right) (i32.shl (i32.xor (local.get $goesLeft) (i32.const 1)) (i32.const 2))))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (br $eachRow)))
  (i32.shr_u (i32.sub (local.get $left) (local.get $rows)) (i32.const 2)))

(func $addToScores (export "addToScores") (param $rows i32) (param $count i32) (param $scores i32) (param $value f64)
  (local $end i32) (local $score i32)
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $score (i32.add (local.get $scores) (i32.shl (i32.load (local.get $rows)) (i32.const 3))))
      (f64.store (local.get $score) (f64.add (f64.load (local.get $score)) (local.get $value)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br $eachRow))))

;; A leaf is 16 bytes: int32 place of its first row, int32 number of rows, double value.
(func (export "addLeaves")
  (param $rows i32) (param $start i32) (param $end i32) (param $leaves i32) (param $leafCount i32) (param $scores i32)
  (local $first i32) (local $last i32)
  (block $done
    (loop $eachLeaf
      (br_if $done (i32.eqz (local.get $leafCount)))
      (local.set $first (i32.load (local.get $leaves)))
      (local.set $last (i32.add (local.get $first) (i32.load offset=4 (local.get $leaves))))
      (if (i32.lt_s (local.get $first) (local.get $start)) (then (local.set $first (local.get $start))))
      (if (i32.gt_s (local.get $last) (local.get $end)) (then (local.set $last (local.get $end))))
      (if (i32.lt_s (local.get $first) (local.get $last)) (then
        (call $addToScores
          (i32.add (local.get $rows) (i32.shl (local.get $first) (i32.const 2)))
          (i32.sub (local.get $last) (local.get $first))
          (local.get $scores)
          (f64.load offset=8 (local.get $leaves)))))
      (local.set $leaves (i32.add (local.get $leaves) (i32.const 16)))
      (local.set $leafCount (i32.sub (local.get $leafCount) (i32.const 1)))
      (br $eachLeaf))))

(func (export "copyBytes") (param $target i32) (param $source i32) (param $length i32)
  (memory.copy (local.get $target) (local.get $source) (local.get $length)))
