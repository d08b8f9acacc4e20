import { distance } from 'fastest-levenshtein';

/**
 * Returns the name that was probably meant: equal except for case and punctuation, or with one or two typing errors in
 * a long enough word.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  return nearestOf(names)(given);
}

/** Does so for many names that were given. */
export function nearestOf(names: readonly string[]): (given: string) => string | undefined {
  let bareNames: string[] | undefined;
  return (given) => {
    bareNames ??= names.map(bareName);
    const bare = bareName(given);
    const same = bareNames.indexOf(bare);
    if (same >= 0 || bare.length < shortest) return names[same];
    const most = Math.min(mostSlips, Math.floor(bare.length / slipEvery));
    const [nearest] = bareNames
      .map((name, at) => ({ at, slips: Math.abs(name.length - bare.length) <= most ? distance(name, bare) : most + 1 }))
      .filter(({ slips }) => slips <= most)
      .sort((a, b) => a.slips - b.slips);
    return nearest && names[nearest.at];
  };
}

const shortest = 3;
const mostSlips = 2;
/** Characters per accepted typing error. */
const slipEvery = 3;

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
