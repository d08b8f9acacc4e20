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

/** What names of columns add to the word that they are of: `educcat`, `maritalstat`. */
const additions = /^(cat|code|cd|nr|no|num|lvl|stat|status|grp|group|class|yrs?|type|idx)?\d*$/;
const leastOfWord = 4;

/**
 * Returns whether one word of a name is a word cut short, with a usual addition (`educcat` for "education"), or
 * without some of its letters (`prestg10` for "prestige").
 */
export function shortens(name: string, word: string): boolean {
  const shared = sharedLetters(name, word);
  if (shared >= leastOfWord && shared < name.length && additions.test(name.slice(shared))) return true;
  const letters = name.replace(/\d+$/, '');
  if (letters.length <= leastOfWord || shared < 3 || 3 * letters.length < 2 * word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

const leastWhole = 4;

/** Last words of names that say only that there is one. */
const endings = /^(avail|available|flag|ind|indicator|yn|bool)$/;

/**
 * Returns whether each word of a name begins one of these words, in order: `F.Undergrad` for "full time
 * undergraduates", `S.F.Ratio` for "student faculty ratio". The first and last words must be meant, and one be long.
 */
export function abbreviatesEach(all: readonly string[], words: readonly string[]): boolean {
  const names = all.length > 2 && endings.test(all[all.length - 1]) ? all.slice(0, -1) : all;
  if (names.length < 2 || words.length < names.length || !names.some((name) => name.length >= leastWhole)) return false;
  let at = 0;
  for (const [index, name] of names.entries()) {
    const from = index === names.length - 1 ? words.length - 1 : at;
    const found = words.findIndex((word, place) => place >= from && word.startsWith(name));
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + 1;
  }
  return at === words.length;
}
