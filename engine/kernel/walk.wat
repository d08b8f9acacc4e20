;; Scoring rows with a compiled forest.
;;
;; A node is 16 bytes: double threshold; int32 byte offset of its value in a row; int32 address of its left child, the right
;; one follows it. The child's address is a multiple of 16; its low bits say: 1 missing goes right, 2 this is a leaf.
;; A leaf has the threshold Infinity and is its own child, so a walk that has arrived stays. Leaf values lie in a list of
;; their own, a double a node.
;; With categories there is a list $sets, an int32 a node: the address of a set with a 1 bit for each category bin that
;; goes right; of a number's set all bits are 0. A row holds a category's bin in the low half of a double whose high half
;; makes it an ordinary number. Without categories $sets is 0.
;; Four walks go on side by side, for each waits for memory most of the time; no branch depends on what a row holds.

(func $stepNumber (param $node i32) (param $child i32) (param $row i32) (result i32)
  (local $value f64)
  (local.set $value (f64.load (i32.add (local.get $row) (i32.load offset=8 (local.get $node)))))
  (i32.add (i32.and (local.get $child) (i32.const -16)) (i32.shl (i32.or
    (f64.gt (local.get $value) (f64.load (local.get $node)))
    (i32.and (local.get $child) (f64.ne (local.get $value) (local.get $value)))) (i32.const 4))))

;; 1 if the row's bin is in the node's set.
(func $isInSet (param $node i32) (param $row i32) (param $nodes i32) (param $sets i32) (param $binMask i32) (result i32)
  (local $bin i32)
  (local.set $bin (i32.and (local.get $binMask)
    (i32.load (i32.add (local.get $row) (i32.load offset=8 (local.get $node))))))
  (i32.and (i32.const 1) (i32.shr_u
    (i32.load8_u (i32.add
      (i32.load (i32.add (local.get $sets) (i32.shr_u (i32.sub (local.get $node) (local.get $nodes)) (i32.const 2))))
      (i32.shr_u (local.get $bin) (i32.const 3))))
    (i32.and (local.get $bin) (i32.const 7)))))

;; Walks from four nodes, each with its row, to their leaves.
(func $walkNumbers
  (param $node0 i32) (param $node1 i32) (param $node2 i32) (param $node3 i32)
  (param $row0 i32) (param $row1 i32) (param $row2 i32) (param $row3 i32)
  (result i32 i32 i32 i32)
  (local $child0 i32) (local $child1 i32) (local $child2 i32) (local $child3 i32)
  (loop $down
    (local.set $child0 (i32.load offset=12 (local.get $node0)))
    (local.set $child1 (i32.load offset=12 (local.get $node1)))
    (local.set $child2 (i32.load offset=12 (local.get $node2)))
    (local.set $child3 (i32.load offset=12 (local.get $node3)))
    (local.set $node0 (call $stepNumber (local.get $node0) (local.get $child0) (local.get $row0)))
    (local.set $node1 (call $stepNumber (local.get $node1) (local.get $child1) (local.get $row1)))
    (local.set $node2 (call $stepNumber (local.get $node2) (local.get $child2) (local.get $row2)))
    (local.set $node3 (call $stepNumber (local.get $node3) (local.get $child3) (local.get $row3)))
    (br_if $down (i32.eqz (i32.and (i32.const 2) (i32.and
      (i32.and (local.get $child0) (local.get $child1)) (i32.and (local.get $child2) (local.get $child3)))))))
  (local.get $node0) (local.get $node1) (local.get $node2) (local.get $node3))

;; Walks from four nodes, each with its row, to their leaves.
(func $walkMixed
  (param $node0 i32) (param $node1 i32) (param $node2 i32) (param $node3 i32)
  (param $row0 i32) (param $row1 i32) (param $row2 i32) (param $row3 i32)
  (param $nodes i32) (param $sets i32) (param $binMask i32)
  (result i32 i32 i32 i32)
  (local $child0 i32) (local $child1 i32) (local $child2 i32) (local $child3 i32)
  (loop $down
    (local.set $child0 (i32.load offset=12 (local.get $node0)))
    (local.set $child1 (i32.load offset=12 (local.get $node1)))
    (local.set $child2 (i32.load offset=12 (local.get $node2)))
    (local.set $child3 (i32.load offset=12 (local.get $node3)))
    (local.set $node0 (i32.add
      (call $stepNumber (local.get $node0) (local.get $child0) (local.get $row0))
      (i32.shl (call $isInSet (local.get $node0) (local.get $row0) (local.get $nodes) (local.get $sets)
        (local.get $binMask)) (i32.const 4))))
    (local.set $node1 (i32.add
      (call $stepNumber (local.get $node1) (local.get $child1) (local.get $row1))
      (i32.shl (call $isInSet (local.get $node1) (local.get $row1) (local.get $nodes) (local.get $sets)
        (local.get $binMask)) (i32.const 4))))
    (local.set $node2 (i32.add
      (call $stepNumber (local.get $node2) (local.get $child2) (local.get $row2))
      (i32.shl (call $isInSet (local.get $node2) (local.get $row2) (local.get $nodes) (local.get $sets)
        (local.get $binMask)) (i32.const 4))))
    (local.set $node3 (i32.add
      (call $stepNumber (local.get $node3) (local.get $child3) (local.get $row3))
      (i32.shl (call $isInSet (local.get $node3) (local.get $row3) (local.get $nodes) (local.get $sets)
        (local.get $binMask)) (i32.const 4))))
    (br_if $down (i32.eqz (i32.and (i32.const 2) (i32.and
      (i32.and (local.get $child0) (local.get $child1)) (i32.and (local.get $child2) (local.get $child3)))))))
  (local.get $node0) (local.get $node1) (local.get $node2) (local.get $node3))

(func $addLeaf (param $score i32) (param $node i32) (param $nodes i32) (param $values i32)
  (f64.store (local.get $score) (f64.add (f64.load (local.get $score)) (f64.load
    (i32.add (local.get $values) (i32.shr_u (i32.sub (local.get $node) (local.get $nodes)) (i32.const 1)))))))

(func $nextScore (param $score i32) (param $out i32) (param $outputs i32) (result i32)
  (local.set $score (i32.add (local.get $score) (i32.const 8)))
  (select (local.get $score) (local.get $out)
    (i32.lt_u (local.get $score) (i32.add (local.get $out) (i32.shl (local.get $outputs) (i32.const 3))))))

;; One row, four trees at a time: $treeCount is a multiple of four.
(func (export "scoreRow")
  (param $row i32) (param $nodes i32) (param $values i32) (param $sets i32) (param $binMask i32) (param $roots i32)
  (param $treeCount i32) (param $outputs i32) (param $out i32)
  (local $rootsEnd i32) (local $score i32)
  (local $node0 i32) (local $node1 i32) (local $node2 i32) (local $node3 i32)
  (local.set $rootsEnd (i32.add (local.get $roots) (i32.shl (local.get $treeCount) (i32.const 2))))
  (local.set $score (local.get $out))
  (block $done
    (loop $eachFour
      (br_if $done (i32.ge_u (local.get $roots) (local.get $rootsEnd)))
      (local.set $node0 (i32.load (local.get $roots)))
      (local.set $node1 (i32.load offset=4 (local.get $roots)))
      (local.set $node2 (i32.load offset=8 (local.get $roots)))
      (local.set $node3 (i32.load offset=12 (local.get $roots)))
      (if (result i32 i32 i32 i32) (local.get $sets)
        (then (call $walkMixed (local.get $node0) (local.get $node1) (local.get $node2) (local.get $node3)
          (local.get $row) (local.get $row) (local.get $row) (local.get $row)
          (local.get $nodes) (local.get $sets) (local.get $binMask)))
        (else (call $walkNumbers (local.get $node0) (local.get $node1) (local.get $node2) (local.get $node3)
          (local.get $row) (local.get $row) (local.get $row) (local.get $row))))
      (local.set $node3)
      (local.set $node2)
      (local.set $node1)
      (local.set $node0)
      (call $addLeaf (local.get $score) (local.get $node0) (local.get $nodes) (local.get $values))
      (local.set $score (call $nextScore (local.get $score) (local.get $out) (local.get $outputs)))
      (call $addLeaf (local.get $score) (local.get $node1) (local.get $nodes) (local.get $values))
      (local.set $score (call $nextScore (local.get $score) (local.get $out) (local.get $outputs)))
      (call $addLeaf (local.get $score) (local.get $node2) (local.get $nodes) (local.get $values))
      (local.set $score (call $nextScore (local.get $score) (local.get $out) (local.get $outputs)))
      (call $addLeaf (local.get $score) (local.get $node3) (local.get $nodes) (local.get $values))
      (local.set $score (call $nextScore (local.get $score) (local.get $out) (local.get $outputs)))
      (local.set $roots (i32.add (local.get $roots) (i32.const 16)))
      (br $eachFour))))
