/**
 * Returns whether `typed` is `word` with one typing error. An extra, missing or swapped letter is accepted from five
 * letters on; another letter only from seven on, because "horse" is not "house". From nine letters on two errors are
 * accepted.
 */
export function isTypingErrorOf(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length);
  if (length < 4 || word.length < 5 || typed[0] !== word[0] || Math.abs(typed.length - word.length) > 2) return false;
  const errors = countErrors(typed, word);
  if (errors > 1) return errors === 2 && word.length >= 9;
  return word.length >= 7 || typed.length !== word.length || isSwapped(typed, word);
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function countErrors(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1;
      current[column] = Math.min(above[column] + 1, current[column - 1] + 1, above[column - 1] + same);
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        current[column] = Math.min(current[column], before[column - 2] + 1);
    }
    before = above;
    above = current;
  }
  return above[right.length];
}

function isSwapped(left: string, right: string): boolean {
  return left !== right && [...left].sort().join('') === [...right].sort().join('');
}
