const pairs: readonly (readonly [no: string, yes: string])[] = [
  ['false', 'true'],
  ['no', 'yes'],
  ['n', 'y'],
  ['f', 't'],
  ['off', 'on'],
  ['0', '1'],
  ['.false.', '.true.'],
];
const meanings = new Map(pairs.flatMap(([no, yes]) => [[no, 0] as const, [yes, 1] as const]));

/** 1 for a word of assent, 0 for its opposite, NaN for anything else. */
export function parseBoolean(text: string): number {
  return meanings.get(text.trim().toLowerCase()) ?? Number.NaN;
}

/** Whether the non-blank cells are the two words of one pair, such as "yes" and "no" in any case. */
export function areBooleanWords(texts: readonly string[]): boolean {
  const words = new Set(texts.map((text) => text.trim().toLowerCase()));
  return words.size === 2 && pairs.some(([no, yes]) => words.has(no) && words.has(yes));
}
