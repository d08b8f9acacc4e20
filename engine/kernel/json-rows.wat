;; Reading the rows of a JSON array where they lie, without making objects of them. Text is followed by zeros, which end
;; everything.

(func $skipBlanks (param $at i32) (result i32)
  (local $byte i32)
  (loop $next
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.le_u (local.get $byte) (i32.const 32))
      (then
        ;; Blanks are 9, 10, 13 and 32.
        (if (i32.wrap_i64 (i64.and (i64.shr_u (i64.const 0x100002600) (i64.extend_i32_u (local.get $byte))) (i64.const 1)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $next))))))
  (local.get $at))

;; Reads a number: where it ends, where its shortest form ends (1.50 is 1.5), and its value. The value is NaN where the
;; text is not a prefix of what JavaScript writes, or needs more than one division; the end is 0 where it is no number.
(func $readNumber (param $at i32) (param $powers i32) (result i32 i32 f64)
  (local $start i32) (local $digit i32) (local $digits i32) (local $places i32) (local $kept i32) (local $isOdd i32)
  (local $value i64) (local $number f64)
  (local.set $start (local.get $at))
  (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
    (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
  (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
  (if (i32.gt_u (local.get $digit) (i32.const 9)) (then (return (i32.const 0) (i32.const 0) (f64.const 0))))
  (if (i32.eqz (local.get $digit))
    (then
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.le_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 9))
        (then (return (i32.const 0) (i32.const 0) (f64.const 0)))))
    (else
      (loop $whole
        (local.set $value (i64.add (i64.mul (local.get $value) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))
        (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
        (br_if $whole (i32.le_u (local.get $digit) (i32.const 9))))))
  (local.set $kept (local.get $at))
  (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 46))
    (then
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
      (if (i32.gt_u (local.get $digit) (i32.const 9)) (then (return (i32.const 0) (i32.const 0) (f64.const 0))))
      (loop $fraction
        (local.set $value (i64.add (i64.mul (local.get $value) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))
        (local.set $digits (i32.add (local.get $digits) (i64.ne (local.get $value) (i64.const 0))))
        (local.set $places (i32.add (local.get $places) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (local.get $digit) (then (local.set $kept (local.get $at))))
        (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
        (br_if $fraction (i32.le_u (local.get $digit) (i32.const 9))))))
  (if (i32.eq (i32.or (i32.load8_u (local.get $at)) (i32.const 32)) (i32.const 101))
    (then
      (local.set $isOdd (i32.const 1))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.or
            (i32.eq (i32.load8_u (local.get $at)) (i32.const 43))
            (i32.eq (i32.load8_u (local.get $at)) (i32.const 45)))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.gt_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 9))
        (then (return (i32.const 0) (i32.const 0) (f64.const 0))))
      (loop $exponent
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $exponent (i32.le_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 9))))))
  ;; 15 digits are exact, and so are the powers of ten up to 22.
  (if (i32.or
        (i32.or (local.get $isOdd) (i32.gt_u (local.get $digits) (i32.const 15)))
        (i32.gt_u (local.get $places) (i32.const 22)))
    (then (return (local.get $at) (local.get $at) (f64.const nan))))
  (local.set $number
    (f64.div
      (f64.convert_i64_u (local.get $value))
      (f64.load (i32.add (local.get $powers) (i32.shl (local.get $places) (i32.const 3))))))
  (if (i64.eqz (local.get $value))
    (then
      (if (i32.eq (i32.load8_u (local.get $start)) (i32.const 45))
        (then (return (local.get $at) (local.get $at) (f64.const nan)))))
    (else
      (if (f64.lt (local.get $number) (f64.const 1e-6))
        (then (return (local.get $at) (local.get $at) (f64.const nan))))))
  (if (i32.eq (i32.load8_u (local.get $start)) (i32.const 45))
    (then (local.set $number (f64.neg (local.get $number)))))
  (local.get $at)
  (local.get $kept)
  (local.get $number))

;; Whether the text begins with a name: blocks of 16 bytes, each with a mask of those that count.
(func $hasName (param $at i32) (param $block i32) (param $length i32) (result i32)
  (loop $next
    (if (v128.any_true
          (v128.and
            (v128.xor (v128.load (local.get $at)) (v128.load (local.get $block)))
            (v128.load offset=16 (local.get $block))))
      (then (return (i32.const 0))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (local.set $block (i32.add (local.get $block) (i32.const 32)))
    (local.set $length (i32.sub (local.get $length) (i32.const 16)))
    (br_if $next (i32.gt_s (local.get $length) (i32.const 0))))
  (i32.const 1))

;; Reads up to `most` rows from `at`, which stands before a row. A name is 16 bytes: address of its blocks, its length with
;; the quote behind it, and the number of the cell that it fills. Of every cell the start and end of its text are written
;; to `cells` (0 where absent), and its value to `numbers`: NaN for all but numbers, -Infinity for what is not written as
;; JavaScript writes it. `report` gets where reading ended, 1 if that is the end of the array, and how many of these cells
;; there are. Returns the number of rows, or -1 where the text is not an array of flat objects with these names.
(func (export "readRows")
  (param $at i32) (param $names i32) (param $width i32) (param $powers i32)
  (param $cells i32) (param $numbers i32) (param $most i32) (param $report i32) (result i32)
  (local $rows i32) (local $name i32) (local $entry i32) (local $tries i32) (local $start i32) (local $kept i32)
  (local $byte i32) (local $odd i32) (local $cell i32) (local $number f64) (local $isOdd i32)
  (loop $eachRow
    (local.set $at (call $skipBlanks (local.get $at)))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 123)) (then (return (i32.const -1))))
    (local.set $at (call $skipBlanks (i32.add (local.get $at) (i32.const 1))))
    (memory.fill (local.get $cells) (i32.const 0) (i32.shl (local.get $width) (i32.const 3)))
    (memory.fill (local.get $numbers) (i32.const 255) (i32.shl (local.get $width) (i32.const 3)))
    (local.set $name (i32.const 0))
    (block $rowEnds
      (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 125))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $rowEnds)))
      (loop $eachCell
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const -1))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        ;; Rows name their cells in the same order as a rule, so the next name is tried first.
        (local.set $tries (local.get $width))
        (block $isFound
          (loop $eachName
            (local.set $entry (i32.add (local.get $names) (i32.shl (local.get $name) (i32.const 4))))
            (br_if $isFound
              (call $hasName (local.get $at) (i32.load (local.get $entry)) (i32.load offset=4 (local.get $entry))))
            (local.set $name (i32.add (local.get $name) (i32.const 1)))
            (if (i32.eq (local.get $name) (local.get $width)) (then (local.set $name (i32.const 0))))
            (local.set $tries (i32.sub (local.get $tries) (i32.const 1)))
            (br_if $eachName (local.get $tries)))
          (return (i32.const -1)))
        (local.set $name (i32.add (local.get $name) (i32.const 1)))
        (if (i32.eq (local.get $name) (local.get $width)) (then (local.set $name (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.load offset=4 (local.get $entry))))
        (local.set $at (call $skipBlanks (local.get $at)))
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (i32.const -1))))
        (local.set $at (call $skipBlanks (i32.add (local.get $at) (i32.const 1))))
        (local.set $start (local.get $at))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $number (f64.const nan))
        (local.set $isOdd (i32.const 0))
        (block $cellEnds
          (if (i32.eq (local.get $byte) (i32.const 34))
            (then
              (loop $eachByte
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $byte (i32.load8_u (local.get $at)))
                (if (i32.lt_u (local.get $byte) (i32.const 32)) (then (return (i32.const -1))))
                (if (i32.eq (local.get $byte) (i32.const 92))
                  (then
                    (local.set $isOdd (i32.const 1))
                    (local.set $at (i32.add (local.get $at) (i32.const 1)))
                    (if (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 32)) (then (return (i32.const -1))))
                    (br $eachByte)))
                (br_if $eachByte (i32.ne (local.get $byte) (i32.const 34))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $kept (local.get $at))
              (br $cellEnds)))
          (if (i32.or
                (i32.eq (i32.load (local.get $at)) (i32.const 0x6c6c756e)) ;; null
                (i32.eq (i32.load (local.get $at)) (i32.const 0x65757274))) ;; true
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 4)))
              (local.set $kept (local.get $at))
              (br $cellEnds)))
          (if (i32.and
                (i32.eq (local.get $byte) (i32.const 102))
                (i32.eq (i32.load offset=1 (local.get $at)) (i32.const 0x65736c61))) ;; false
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 5)))
              (local.set $kept (local.get $at))
              (br $cellEnds)))
          (call $readNumber (local.get $at) (local.get $powers))
          (local.set $number)
          (local.set $kept)
          (local.set $at)
          (if (i32.eqz (local.get $at)) (then (return (i32.const -1))))
          (local.set $isOdd (f64.ne (local.get $number) (local.get $number))))
        (local.set $odd (i32.add (local.get $odd) (local.get $isOdd)))
        (local.set $cell (i32.shl (i32.load offset=8 (local.get $entry)) (i32.const 3)))
        ;; A cell that a second one of its name hides must still be correct, which only the caller finds out.
        (if (f64.eq (f64.load (i32.add (local.get $numbers) (local.get $cell))) (f64.const -inf))
          (then (return (i32.const -1))))
        (i32.store (i32.add (local.get $cells) (local.get $cell)) (local.get $start))
        (i32.store offset=4 (i32.add (local.get $cells) (local.get $cell)) (local.get $kept))
        (f64.store
          (i32.add (local.get $numbers) (local.get $cell))
          (select (f64.const -inf) (local.get $number) (local.get $isOdd)))
        (local.set $at (call $skipBlanks (local.get $at)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eq (local.get $byte) (i32.const 44))
          (then (local.set $at (call $skipBlanks (local.get $at))) (br $eachCell)))
        (if (i32.ne (local.get $byte) (i32.const 125)) (then (return (i32.const -1))))))
    (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
    (local.set $cells (i32.add (local.get $cells) (i32.shl (local.get $width) (i32.const 3))))
    (local.set $numbers (i32.add (local.get $numbers) (i32.shl (local.get $width) (i32.const 3))))
    (local.set $at (call $skipBlanks (local.get $at)))
    (local.set $byte (i32.load8_u (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (if (i32.eq (local.get $byte) (i32.const 44))
      (then (br_if $eachRow (i32.lt_u (local.get $rows) (local.get $most)))))
    (i32.store (local.get $report) (call $skipBlanks (local.get $at)))
    (i32.store offset=4 (local.get $report) (i32.eq (local.get $byte) (i32.const 93)))
    (i32.store offset=8 (local.get $report) (local.get $odd))
    (if (i32.and (i32.ne (local.get $byte) (i32.const 93)) (i32.ne (local.get $byte) (i32.const 44)))
      (then (return (i32.const -1)))))
  (local.get $rows))

(func $lastBytes (param $length i32) (result i64)
  (if (result i64) (i32.ge_s (local.get $length) (i32.const 8))
    (then (i64.const -1))
    (else
      (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $length) (i32.const 3)))) (i64.const 1)))))

(func $areEqual (param $one i32) (param $other i32) (param $length i32) (result i32)
  (loop $next
    (if (i64.ne
          (i64.and
            (i64.xor (i64.load (local.get $one)) (i64.load (local.get $other)))
            (call $lastBytes (local.get $length)))
          (i64.const 0))
      (then (return (i32.const 0))))
    (local.set $one (i32.add (local.get $one) (i32.const 8)))
    (local.set $other (i32.add (local.get $other) (i32.const 8)))
    (local.set $length (i32.sub (local.get $length) (i32.const 8)))
    (br_if $next (i32.gt_s (local.get $length) (i32.const 0))))
  (i32.const 1))

;; Numbers the distinct texts of one cell of the rows `from` to `count`. `cell` is that cell of the first row. The table
;; begins with the next number and has, 16 bytes on, entries of start, length, number and hash: a power of two, `mask`
;; being one less, zeroed before. Absent cells have the number -1. Returns after each row with a new text, or `count`.
(func (export "numberTexts")
  (param $cell i32) (param $rowBytes i32) (param $from i32) (param $count i32) (param $table i32) (param $mask i32)
  (param $codes i32) (result i32)
  (local $start i32) (local $length i32) (local $at i32) (local $left i32) (local $hash i64) (local $slot i32)
  (local $entry i32) (local $short i32) (local $code i32)
  (block $done
    (loop $eachRow
      (br_if $done (i32.ge_u (local.get $from) (local.get $count)))
      (local.set $at (i32.add (local.get $cell) (i32.mul (local.get $from) (local.get $rowBytes))))
      (local.set $start (i32.load (local.get $at)))
      (local.set $length (i32.sub (i32.load offset=4 (local.get $at)) (local.get $start)))
      (if (i32.eqz (local.get $start))
        (then
          (i32.store (i32.add (local.get $codes) (i32.shl (local.get $from) (i32.const 2))) (i32.const -1))
          (local.set $from (i32.add (local.get $from) (i32.const 1)))
          (br $eachRow)))
      (local.set $hash (i64.extend_i32_u (local.get $length)))
      (local.set $at (local.get $start))
      (local.set $left (local.get $length))
      (loop $eachPart
        (local.set $hash
          (i64.mul
            (i64.xor
              (local.get $hash)
              (i64.and (i64.load (local.get $at)) (call $lastBytes (local.get $left))))
            (i64.const 0x9e3779b97f4a7c15)))
        (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 8)))
        (br_if $eachPart (i32.gt_s (local.get $left) (i32.const 0))))
      (local.set $short (i32.wrap_i64 (local.get $hash)))
      (local.set $slot (i32.and (local.get $short) (local.get $mask)))
      (loop $probe
        (local.set $entry
          (i32.add (i32.add (local.get $table) (i32.const 16)) (i32.shl (local.get $slot) (i32.const 4))))
        (if (i32.eqz (i32.load (local.get $entry)))
          (then
            (local.set $code (i32.load (local.get $table)))
            (i32.store (local.get $table) (i32.add (local.get $code) (i32.const 1)))
            (i32.store (local.get $entry) (local.get $start))
            (i32.store offset=4 (local.get $entry) (local.get $length))
            (i32.store offset=8 (local.get $entry) (local.get $code))
            (i32.store offset=12 (local.get $entry) (local.get $short))
            (i32.store (i32.add (local.get $codes) (i32.shl (local.get $from) (i32.const 2))) (local.get $code))
            (return (local.get $from))))
        (if (i32.and
              (i32.eq (i32.load offset=12 (local.get $entry)) (local.get $short))
              (i32.eq (i32.load offset=4 (local.get $entry)) (local.get $length)))
          (then
            (if (call $areEqual (i32.load (local.get $entry)) (local.get $start) (local.get $length))
              (then
                (i32.store
                  (i32.add (local.get $codes) (i32.shl (local.get $from) (i32.const 2)))
                  (i32.load offset=8 (local.get $entry)))
                (local.set $from (i32.add (local.get $from) (i32.const 1)))
                (br $eachRow)))))
        (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (local.get $mask)))
        (br $probe))))
  (local.get $count))
