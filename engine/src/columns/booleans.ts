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

/** Whether the folded cells are words of one family, such as "yes", "y" and "no", and both meanings occur. */
export function areBooleanWords(words: readonly string[]): boolean {
  if (words.length > 50) return false;
  return families.some(
    ([no, yes]) =>
      words.every((word) => no.includes(word) || yes.includes(word)) &&
      words.some((word) => no.includes(word)) &&
      words.some((word) => yes.includes(word)),
  );
}

/** Returns which of the two words of a boolean column says `value`; undefined where they are no known pair. */
export function booleanWord(words: readonly string[], value: boolean): string | undefined {
  const folded = words.map((word) => word.toLowerCase());
  const family = families.find(([no, yes]) => folded.every((word) => no.includes(word) || yes.includes(word)));
  const place = folded.findIndex((word) => family?.[value ? 1 : 0].includes(word));
  return words[place];
}
