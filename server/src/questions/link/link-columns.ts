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
    const found = places.get(stem) ?? near(stem, places);
    if (!found) continue;
    said += weight;
    for (const at of found.slice(0, 2)) words = union(words, maskOf(at, at + 1));
    from = from < 0 ? found[0] : Math.min(from, found[0]);
  }
  return said === 0 ? notSaid : { score: said / length, words, from };
}

/** "Nationality" of `nation`: words that begin with five equal letters. */
function near(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  if (stem.length < 5) return undefined;
  for (const [word, found] of places) if (word.length >= 5 && word.slice(0, 5) === stem.slice(0, 5)) return found;
  return undefined;
}
