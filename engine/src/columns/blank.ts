const blankWords = new Set([
  'na',
  'n/a',
  '#n/a',
  'n.a.',
  'n/d',
  'nat',
  'null',
  '(null)',
  '<null>',
  'none',
  'nil',
  'nan',
  '<na>',
  '-',
  '--',
  '–',
  '—',
  '?',
  '??',
  '\\n',
  '.',
  '...',
  'missing',
  '(blank)',
  '(empty)',
  // What spreadsheets write where a formula failed.
  '#ref!',
  '#div/0!',
  '#value!',
  '#name?',
  '#null!',
  '#num!',
]);

/** Whether a cell says "no value": empty, white space, or one of the usual spellings in any case. */
export function isBlank(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (trimmed.length <= 8 && blankWords.has(trimmed.toLowerCase()));
}
