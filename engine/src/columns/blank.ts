const blankWords = new Set([
  'na',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  'none',
  'nil',
  'nan',
  '-',
  '--',
  '?',
  '\\n',
  '.',
  'missing',
]);

/** Whether a cell says "no value": empty, white space, or one of the usual spellings in any case. */
export function isBlank(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (trimmed.length <= 7 && blankWords.has(trimmed.toLowerCase()));
}
