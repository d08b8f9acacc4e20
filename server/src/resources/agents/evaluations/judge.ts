import type { Expectation } from './schemas.ts';

/** The parts of an answer that are judged. */
export interface Given {
  text: string;
  /** False when the answer says that nothing answers the question. */
  isAnswer: boolean;
  /** The rows of the last successful query. */
  rows: readonly (readonly unknown[])[] | undefined;
  citations: readonly { text: string }[];
}

const longestShown = 200;

/** Returns what is wrong with an answer; null when it is right. */
export function judge(expected: Expectation, given: Given): string | null {
  if ('refuses' in expected) return refuses(given) ? null : 'It answers, and should say that it does not know.';
  if (!given.isAnswer) return 'It does not answer, or only in doubt.';
  if ('rows' in expected) return judgeRows(expected.rows, given.rows);
  if ('passage' in expected) return judgePassage(expected.passage, given);
  return judgeValue(expected.value, given.text);
}

/** Language models refuse in words; the builtin answerer sets `isAnswer`. */
function refuses({ isAnswer, text, rows }: Given): boolean {
  if (!isAnswer) return true;
  const words =
    /\b(?:cannot|can't|can not|unable|do(?:es)? not know|don't know|no (?:data|information|table|column))\b/i;
  return rows === undefined && words.test(text.replaceAll('’', "'"));
}

function judgeValue(value: string | number | boolean, text: string): string | null {
  const isSaid = typeof value === 'number' ? saysNumber(text, value) : says(text, String(value));
  return isSaid ? null : `It does not say ${JSON.stringify(value).slice(0, longestShown)}.`;
}

function says(text: string, words: string): boolean {
  return plain(text).includes(plain(words));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Compares to as many digits as the answer shows: 4,213.46 matches 4213.4567. */
function saysNumber(text: string, value: number): boolean {
  const shown = text.match(/[-−]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? [];
  return shown.some((one) => {
    const digits = one.replaceAll(',', '').replace('−', '-');
    const decimals = /\.(\d+)/.exec(digits)?.[1].length ?? 0;
    return isNear(Number(digits), value, 0.5 * 10 ** -decimals);
  });
}

/** A whole number must match exactly, unless the expected value is so large that its decimals do not matter. */
function isNear(shown: number, value: number, rounding: number): boolean {
  if (Number.isInteger(value) && Math.abs(shown - value) >= 1e-9 * Math.max(1, Math.abs(value))) return false;
  if (rounding === 0.5 && Math.abs(value) < 10 && !Number.isInteger(value)) return false;
  return Math.abs(shown - value) <= rounding + 1e-9 * Math.abs(value);
}

function judgeRows(expected: readonly (readonly unknown[])[], rows: Given['rows']): string | null {
  if (rows === undefined) return 'No query ran.';
  const [wanted, found] = [countOf(expected), countOf(rows)];
  const missing = [...wanted].filter(([row, count]) => (found.get(row) ?? 0) < count).map(([row]) => row);
  const more = [...found].filter(([row, count]) => (wanted.get(row) ?? 0) < count).map(([row]) => row);
  if (missing.length + more.length === 0) return null;
  const list = (name: string, all: string[]) =>
    all.length === 0 ? '' : ` ${name}: ${all.slice(0, 3).join(', ').slice(0, longestShown)}.`;
  return `${missing.length} rows are missing, ${more.length} too many.${list('Missing', missing)}${list('Too many', more)}`;
}

/** Compares figures to six digits, because sums over the same cells differ in the last ones. */
function countOf(rows: readonly (readonly unknown[])[]): Map<string, number> {
  const keys = rows.map((row) =>
    JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(6)) : cell))),
  );
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function judgePassage(passage: string, { text, citations }: Given): string | null {
  const isThere = [text, ...citations.map((citation) => citation.text)].some((one) => says(one, passage));
  return isThere ? null : `It neither quotes nor cites ${JSON.stringify(passage.slice(0, longestShown))}.`;
}
