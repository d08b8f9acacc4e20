const leastLetters = 3;

/**
 * Returns whether a name abbreviates these words, each shortened or whole: `aircon` for "air conditioning", `lifeexp`
 * for "life expectancy", `lotsize` for "lot size". A word of two letters must be whole.
 */
export function abbreviates(name: string, words: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return name === '';
  const shared = sharedLetters(name, word);
  const least = Math.min(leastLetters, word.length);
  for (let length = shared; length >= least; length -= 1) {
    if (abbreviates(name.slice(length), rest)) return true;
  }
  return false;
}

function sharedLetters(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
