import { distance } from 'fastest-levenshtein';

/**
 * Returns the name that was probably meant: equal except for case and punctuation, or with one or two typing errors in
 * a long enough word.
 */
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
/** Characters per accepted typing error. */
const slipEvery = 3;

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
