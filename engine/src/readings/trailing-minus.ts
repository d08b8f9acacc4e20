import { note, type ReadingNote } from './notes.ts';
import type { SeenCell } from './tally.ts';

const trailing = /\d-$/;
const whole = /^\d+-$/;

function hasTrailingMinus(text: string): boolean {
  return trailing.test(text);
}

/**
 * Returns whether cells such as `1935-` and `2-` are open ranges or grades: programs that write the sign behind an
 * amount write its fraction or separators, too.
 */
export function areOpenRanges(cells: readonly SeenCell[]): boolean {
  const signed = cells.filter(({ text }) => hasTrailingMinus(text));
  return signed.length > 0 && signed.every(({ text }) => whole.test(text));
}

export function noteTrailingMinus(cells: readonly SeenCell[]): ReadingNote[] {
  const example = cells.find(({ text }) => hasTrailingMinus(text))?.text;
  if (example === undefined) return [];
  const detail = areOpenRanges(cells)
    ? `the column is text because cells such as "${example}" may be open ranges or grades; set the type to \`number\` to read them as negative numbers`
    : `cells such as "${example}" are read as negative numbers; set the type to \`text\` if that is wrong`;
  return [note('trailing_minus', detail)];
}
