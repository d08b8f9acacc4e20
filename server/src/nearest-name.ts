import { distance } from 'fastest-levenshtein';

/** The name that was probably meant: the same but for case and marks, or by a slip or two in a word that is long enough. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const bare = bareName(given);
  const same = names.find((name) => bareName(name) === bare);
  if (same !== undefined || bare.length < shortest) return same;
  const [nearest] = names
    .map((name) => ({ name, slips: distance(bareName(name), bare) }))
    .filter(({ slips }) => slips <= Math.min(mostSlips, Math.floor(bare.length / slipEvery)))
    .sort((a, b) => a.slips - b.slips);
  return nearest?.name;
}

const shortest = 3;
const mostSlips = 2;
/** One slip in every so many characters. */
const slipEvery = 3;

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
