;; Work on lists of row numbers.

;; Without branches: every row is written to both lists, and only the one it belongs to moves on.
(func (export "partitionRows")
  (param $rows i32) (param $count i32) (param $column i32) (param $leftTable i32) (param $scratch i32) (result i32)
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
        (i32.add (local.get $leftTable) (i32.load8_u (i32.add (local.get $column) (local.get $row))))))
      (i32.store (local.get $left) (local.get $row))
      (i32.store (local.get $right) (local.get $row))
      (local.set $left (i32.add (local.get $left) (i32.shl (local.get $goesLeft) (i32.const 2))))
      (local.set $right
        (i32.add (local.get $right) (i32.shl (i32.xor (local.get $goesLeft) (i32.const 1)) (i32.const 2))))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (br $eachRow)))
  (memory.copy (local.get $left) (local.get $scratch) (i32.sub (local.get $right) (local.get $scratch)))
  (i32.shr_u (i32.sub (local.get $left) (local.get $rows)) (i32.const 2)))

(func (export "addToScores") (param $rows i32) (param $count i32) (param $scores i32) (param $value f64)
  (local $end i32) (local $score i32)
  (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $score (i32.add (local.get $scores) (i32.shl (i32.load (local.get $rows)) (i32.const 3))))
      (f64.store (local.get $score) (f64.add (f64.load (local.get $score)) (local.get $value)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br $eachRow))))

(func (export "copyBytes") (param $target i32) (param $source i32) (param $length i32)
  (memory.copy (local.get $target) (local.get $source) (local.get $length)))
