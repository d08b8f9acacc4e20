const leastPart = 4;
const mostSplit = 4;
const longestCompound = 40;
/** Letters between the parts of a compound, as in German. */
const joints = ['', 's', 'es', 'n', 'en'];

/** Counts the chunks that contain each term. */
type Count = (terms: string[]) => Promise<number[]>;

/** Replaces terms that no chunk contains by two parts that some do: "schlüsselverlust" by "schlüssel" and "verlust". */
export async function splitCompounds(terms: string[], counts: number[], count: Count): Promise<string[]> {
  const unknown = terms.filter((term, at) => counts[at] === 0 && isLong(term)).slice(0, mostSplit);
  const parts = new Map<string, string[]>();
  for (const term of unknown) {
    const found = await bestSplit(term, count);
    if (found) parts.set(term, found);
  }
  return parts.size === 0 ? terms : [...new Set(terms.flatMap((term) => parts.get(term) ?? [term]))];
}

function isLong(term: string): boolean {
  return term.length >= 2 * leastPart && term.length <= longestCompound && /^\p{L}+$/u.test(term);
}

/** Prefers the split whose rarer part is the most frequent. */
async function bestSplit(term: string, count: Count): Promise<string[] | undefined> {
  const splits = splitsOf(term);
  const counts = await count(splits.flat());
  let best: { parts: string[]; least: number } | undefined;
  for (const [at, parts] of splits.entries()) {
    const least = Math.min(counts[2 * at], counts[2 * at + 1]);
    if (least > (best?.least ?? 0)) best = { parts, least };
  }
  return best?.parts;
}

function splitsOf(term: string): [string, string][] {
  return Array.from({ length: term.length - 2 * leastPart + 1 }, (_, index) => index + leastPart).flatMap((at) =>
    joints.flatMap((joint): [string, string][] => {
      const first = term.slice(0, at);
      const isJoined = first.endsWith(joint) && first.length - joint.length >= leastPart;
      return isJoined ? [[first.slice(0, first.length - joint.length), term.slice(at)]] : [];
    }),
  );
}
