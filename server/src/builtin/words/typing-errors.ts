import { distance } from 'fastest-levenshtein';

/**
 * Returns whether `typed` is `word` with one typing error. An extra, missing or swapped letter is accepted from five
 * letters on; another letter only from seven on, because "horse" is not "house". From nine letters on two errors are
 * accepted.
 */
export function isTypingErrorOf(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length);
  if (length < 4 || word.length < 5 || typed[0] !== word[0] || Math.abs(typed.length - word.length) > 2) return false;
  const errors = distance(typed, word);
  if (errors > 2) return false;
  if (errors < 2) return word.length >= 7 || typed.length !== word.length;
  return word.length >= 9 || isSwapped(typed, word);
}

/** Whether two letters stand in each other's place, as in "avearge". */
function isSwapped(typed: string, word: string): boolean {
  return typed.length === word.length && [...typed].sort().join('') === [...word].sort().join('');
}
