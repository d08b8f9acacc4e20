import type { Expected, Question } from './question.ts';

export type Verdict = 'right' | 'in doubt, right' | 'in doubt, wrong' | 'refused' | 'asked back' | 'wrong';

type Cell = string | number;

/** Judges an answer by the figures and names that it shows: those in bold, in its table, or after its last colon. */
export function judgeAnswer({ expected, also = [], kind }: Question, answer: string): Verdict {
  const isAsking = answer.startsWith('I cannot answer that without knowing');
  const isRefusal = answer.startsWith('I cannot answer');
  if (isAsking) return 'asked back';
  const isFound = expected !== 'refuse' && [expected, ...also].some((one) => fits(one, answer, kind === 'top'));
  if (answer.startsWith('I am not sure')) return isFound ? 'in doubt, right' : 'in doubt, wrong';
  if (expected === 'refuse')
    return isRefusal || /: (no row matches|there are none)\.$/.test(answer) ? 'right' : 'wrong';
  if (isRefusal) return 'refused';
  return isFound ? 'right' : 'wrong';
}

/** Whether a refusal quotes a word of the question, so that the requester sees what was not understood. */
export function namesItsWord(question: string, answer: string): boolean {
  const asked = question.toLowerCase();
  return [...answer.matchAll(/“([^”]+)”/g)].some(([, word]) => asked.includes(word.toLowerCase()));
}

function fits(expected: Expected, answer: string, isOrdered: boolean): boolean {
  const shown = rowsOf(answer);
  if (!Array.isArray(expected)) return fitsValue(expected as Cell | null, answer, shown);
  const rows = expected as readonly (readonly (Cell | null)[])[];
  if (rows.length === 1) return fitsRow(rows[0], [...shown.slice(0, 1).flat(), ...boldOf(answer)]);
  if (shown.length < rows.length || shown.length > rows.length + 1) return false;
  if (isOrdered) return rows.every((row, at) => fitsRow(row, shown[at]));
  return rows.every((row) => shown.some((cells) => fitsRow(row, cells)));
}

function fitsValue(expected: Cell | null, answer: string, shown: readonly (readonly string[])[]): boolean {
  if (expected === 'yes' || expected === 'no')
    return new RegExp(`^\\**${expected}\\b`, 'i').test(answer) || answer.toLowerCase().includes(`**${expected}**`);
  const bold = boldOf(answer);
  const first = shown[0] ?? [];
  const among = shown.length > 1 && shown[0].length > 1 ? [...bold, ...first] : [...bold, ...shown.flat()];
  return among.some((cell) => isSame(expected, cell));
}

function fitsRow(row: readonly (Cell | null)[], cells: readonly string[]): boolean {
  return row.every((one) => cells.some((cell) => isSame(one, cell)));
}

function boldOf(answer: string): string[] {
  const beside = [...answer.matchAll(/\*\* \((?:.* )?([\d.,]+)(?: %| rows?)?\)/g)];
  return [...answer.matchAll(/\*\*(.+?)\*\*/g), ...beside].map(([, text]) => text.replace(ofUnit, ''));
}

const ofUnit = /(?<=\d) (?:%|\$|€|£|hours|minutes|seconds|days|weeks|months|years)$/;

/** The rows of its Markdown table, or the values of its list. */
function rowsOf(answer: string): string[][] {
  const lines = answer.split('\n').filter((line) => line.startsWith('| '));
  const split = (line: string) =>
    line
      .slice(2, -2)
      .split(/(?<!\\) \| /)
      .map((cell) => cell.replaceAll('\\|', '|'));
  if (lines.length > 2) return lines.slice(2).map(split);
  const list = /^The distinct values of .*?\((?:the first )?[\d,]+\): (.*)\.$/m.exec(answer)?.[1];
  return list === undefined ? [] : list.split(', ').map((value) => [value]);
}

const relative = 0.005;
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const months = 'january february march april may june july august september october november december'.split(' ');

function isSame(expected: Cell | null, cell: string): boolean {
  if (expected === null) return cell === '–';
  const own = plain(cell);
  if (typeof expected === 'string' && Number.isNaN(Number(expected)))
    return (
      isSameText(plain(expected), own) ||
      isSameBracket(expected, cell) ||
      (/^\d{4}-\d\d/.test(expected) && isSameDay(expected, cell))
    );
  const wanted = Number(expected);
  if (wanted > 0 && [months, weekdays].some((names) => names.indexOf(own) + 1 === wanted)) return true;
  const number = Number(
    cell
      .replace(/^\d{4} Q([1-4])$/, '$1')
      .replace(/^(\d{3}0)s$/, '$1')
      .replace(/^(\d{1,2}):00$/, '$1')
      .replaceAll(/[,%\s]/g, ''),
  );
  if (cell.trim() === '' || Number.isNaN(number)) return own === String(expected);
  const digits = /\.(\d+)/.exec(cell)?.[1].length ?? 0;
  const shown = 0.51 * 10 ** -digits;
  return (
    Math.abs(number - wanted) <=
      Math.max(
        Math.abs(wanted) < 1 ? relative * Math.abs(wanted) : 0,
        Number.isInteger(wanted) ? 0 : shown,
        Number.isInteger(wanted) && digits > 0 ? shown : 0,
      ) || isRounded(number, wanted, cell)
  );
}

/** Large figures are shown without cents. */
function isRounded(number: number, wanted: number, cell: string): boolean {
  return !cell.includes('.') && !Number.isInteger(wanted) && Math.round(wanted) === number;
}

/** "<1000" and "under 1,000", "18-29" and "18 to 29": the bounds of a group, however it is worded. */
function isSameBracket(expected: string, cell: string): boolean {
  const numbersOf = (text: string) => text.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g) ?? [];
  const wanted = numbersOf(expected);
  const isBracket = (text: string) =>
    /[<>+]|\d ?[-–] ?\d|(?<!\p{L})(under|over|to|or|and|bis|über|until|more)(?!\p{L})/iu.test(text);
  const isDate = /^\d{4}-\d\d(?!\d)/.test(expected);
  return wanted.length > 0 && !isDate && isBracket(expected) && isBracket(cell) && `${wanted}` === `${numbersOf(cell)}`;
}

function isSameDay(expected: string, cell: string): boolean {
  const day = expected.replace(' ', 'T');
  return /^\d{4}-\d\d/.test(cell) && (day.startsWith(cell.replace(/Z$/, '')) || cell.startsWith(day));
}

function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  return one.length > 3 && other.length > 3 && (other.includes(one) || one.includes(other));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
