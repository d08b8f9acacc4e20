/** How well a text matches a question. */
export interface Relevance {
  of(text: string): number;
}

const shortestStem = 4;

/** Counts the words of the question that occur in a text, also inflected or as part of a name. */
export function relevanceFor(question: string): Relevance {
  const asked = new Set(wordsOf(question));
  return {
    of(text) {
      if (asked.size === 0 || text === '') return 0;
      const words = wordsOf(text);
      return [...asked].filter((word) => words.some((other) => related(word, other))).length;
    },
  };
}

export function wordsOf(text: string): string[] {
  const split = text
    .slice(0, 20_000)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return (split.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2 || /\d/.test(word));
}

/** Treats "prices" and "priced", or "neighbourhoods" and "neighborhood", as related; short words must be equal. */
function related(one: string, other: string): boolean {
  if (one === other) return true;
  const shared = Math.max(shortestStem, Math.ceil(0.7 * Math.max(one.length, other.length)));
  return one.length >= shared && other.length >= shared && one.slice(0, shared) === other.slice(0, shared);
}
