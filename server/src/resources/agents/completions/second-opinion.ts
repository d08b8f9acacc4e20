import { figuresWithout } from './figures.ts';
import { isResultWith, leavesOf, tellsOf, wordsOf } from './grounding.ts';
import type { Step } from './schemas.ts';

interface Opinion {
  /** The text that is judged. */
  text: string;
  question: string;
}

const fewRows = 10;
/** Fields of results, which small models make the heads of tables; nobody asks for them. */
const namesFields = /\brows?_count\b|\btruncated\b|\|\s*rows\s*\|/i;

/**
 * Whether a text tells what another answer rests on, and no figure beside: of each of the first rows one value at least
 * and all figures where there are several, of documents nothing that two sentences say together. How many rows or
 * columns there are is no value.
 */
export function agreesWith(steps: readonly Step[], told: string, opinion: Opinion): boolean {
  const { text, question } = opinion;
  if (namesFields.test(text)) return false;
  const found = steps.flatMap((step) => (step.kind === 'tool' && !step.error ? [step.output] : []));
  const rows = found.flatMap((output) => (isResultWith('rows', output) ? (output as { rows: unknown[] }).rows : []));
  const values = leavesOf(rows.length > 0 ? rows : found);
  if (figuresWithout([...values, told, question], text).length > 0) return false;
  if (rows.length === 0) return tellsOf(found, text, question) && isOfSentences(found, text);
  return rows.slice(0, fewRows).every((row) => tellsRow(leavesOf(row), opinion));
}

function tellsRow(values: unknown[], opinion: Opinion): boolean {
  const figures = values.filter((value) => typeof value === 'number');
  if (figures.length > 1 && !figures.every((value) => tellsValue(value, opinion))) return false;
  return values.some((value) => tellsValue(value, opinion));
}

/** A value that the question names is not told by naming it again. */
function tellsValue(value: unknown, { text, question }: Opinion): boolean {
  if (typeof value === 'number')
    return figuresWithout([value, question], text).length < figuresWithout([question], text).length;
  const isIn = (where: string) => where.toLowerCase().includes(String(value).toLowerCase());
  return typeof value === 'string' && value !== '' && isIn(text) && !isIn(question);
}

/**
 * Whether each sentence has the words that it shares with the passages from one of their sentences: small models put
 * the subject of one and the end of another together. Always, where there are no passages.
 */
function isOfSentences(found: readonly unknown[], text: string): boolean {
  const passages = found.flatMap((output) => (isResultWith('passages', output) ? leavesOf(output) : []));
  const known = passages.flatMap((leaf) => (typeof leaf === 'string' ? sentencesOf(leaf) : []));
  if (known.length === 0) return true;
  const all = new Set(known.flatMap((words) => [...words]));
  return sentencesOf(text).every((words) => {
    const shared = [...words].filter((word) => all.has(word));
    return known.some((one) => shared.every((word) => one.has(word)));
  });
}

/** The words of each sentence. */
function sentencesOf(text: string): Set<string>[] {
  return text.split(/(?<=[.!?])\s+|\n+/).map((sentence) => new Set(wordsOf(sentence)));
}
