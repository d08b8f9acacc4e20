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
  // Error values of spreadsheets.
  '#ref!',
  '#div/0!',
  '#value!',
  '#name?',
  '#null!',
  '#num!',
]);

/**
 * Returns whether a cell is empty or a usual word for "no value", in any case; such cells are missing in numbers and
 * dates.
 */
export function isUsualBlank(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (trimmed.length <= 8 && blankWords.has(trimmed.toLowerCase()));
}
