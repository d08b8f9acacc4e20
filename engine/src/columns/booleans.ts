const families: readonly (readonly [no: readonly string[], yes: readonly string[]])[] = [
  [
    ['false', 'f', '.false.'],
    ['true', 't', '.true.'],
  ],
  [
    ['no', 'n'],
    ['yes', 'y'],
  ],
  [['off'], ['on']],
  [['0'], ['1']],
  [['nein'], ['ja']],
  [['non'], ['oui']],
  [['no'], ['si', 'sí']],
];
const meanings = new Map(
  families.flatMap(([no, yes]) => [...no.map((word) => [word, 0] as const), ...yes.map((word) => [word, 1] as const)]),
);

/** 1 for a word of assent, 0 for its opposite, NaN for anything else. */
export function parseBoolean(text: string): number {
  return meanings.get(text.trim().toLowerCase()) ?? Number.NaN;
}

/** Whether the non-blank cells are words of one family, such as "yes", "Y" and "No", and both meanings occur. */
export function areBooleanWords(texts: readonly string[]): boolean {
  if (texts.length > 50) return false;
  const words = [...new Set(texts.map((text) => text.trim().toLowerCase()))];
  return families.some(
    ([no, yes]) =>
      words.every((word) => no.includes(word) || yes.includes(word)) &&
      words.some((word) => no.includes(word)) &&
      words.some((word) => yes.includes(word)),
  );
}
