import { describing } from '../words/describing-words.ts';
import type { Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, type Mask, maskOf, noWords, union } from './links.ts';

const notSaid: ColumnLink = { score: 0, words: noWords, from: -1 };

/** Returns for each column how much of its name is said: exactly, or with another ending. */
export function linkColumns(tokens: readonly Token[], { stems }: IndexedTable): ColumnLink[] {
  const places = new Map<string, number[]>();
  for (const [at, { stem }] of tokens.entries()) places.set(stem, [...(places.get(stem) ?? []), at]);
  return stems.map((name) => linkName(name, places));
}

function linkName(name: readonly string[], places: ReadonlyMap<string, readonly number[]>): ColumnLink {
  let [said, length] = [0, 0];
  let words: Mask = noWords;
  let from = -1;
  for (const stem of new Set(name)) {
    const weight = Math.min(6, stem.length);
    length += weight;
    const exact = places.get(stem) ?? near(stem, places);
    const found = exact ?? shortened(stem, places) ?? described(stem, places);
    if (!found) continue;
    said += exact ? weight : guessed * weight;
    for (const at of found.slice(0, 2)) words = union(words, maskOf(at, at + 1));
    from = from < 0 ? found[0] : Math.min(from, found[0]);
  }
  return said === 0 ? notSaid : { score: said / length, words, from };
}

/** How much a word counts that is not the name but may mean it. */
const guessed = 0.7;

/** "Maximum temperature" of `temp_max`: a word of which the name is the beginning, or the other way round. */
function shortened(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  if (stem.length < 3) return undefined;
  for (const [word, found] of places) {
    const [short, long] = word.length < stem.length ? [word, stem] : [stem, word];
    if (short.length >= 3 && long.length >= short.length + 3 && long.startsWith(short)) return found;
  }
  return undefined;
}

/** "The hottest day" by `temp`: a word for much or little of what the name says. */
function described(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  for (const word of describing.get(stem) ?? []) {
    const found = places.get(word);
    if (found) return found;
  }
  return undefined;
}

/** "Nationality" of `nation`: words that begin with five equal letters. */
function near(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  if (stem.length < 5) return undefined;
  for (const [word, found] of places) if (word.length >= 5 && word.slice(0, 5) === stem.slice(0, 5)) return found;
  return undefined;
}
