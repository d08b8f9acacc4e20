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
  '---',
  '----',
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

/** Whether a cell is empty, or one of the usual words for "no value" in any case: what is missing in numbers and dates. */
export function isUsualBlank(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (trimmed.length <= 8 && blankWords.has(trimmed.toLowerCase()));
}
