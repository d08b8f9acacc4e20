import { type Figure, figuresIn, figuresWithout } from './figures.ts';
import type { PlainMessage } from './prompt.ts';
import type { Step } from './schemas.ts';
import type { Answer } from './tool-loop.ts';

/** What an answer rests on. */
export interface Grounding {
  /** Absent where nothing was to be looked up. */
  grounded?: boolean;
  /** Whether nothing of it was looked up: its text tells nothing of the results, or none of its figures is theirs. */
  isBare?: boolean;
  /** Figures that stand in no result. */
  unfounded?: Figure[];
}

interface Judged {
  answer: Pick<Answer, 'text' | 'isAnswer' | 'finishReason'>;
  steps: readonly Step[];
  /** The conversation; the last message is the question. */
  messages: readonly PlainMessage[];
  hasSkills: boolean;
  isTalk: boolean;
}

/**
 * Judges whether an answer rests on what was looked up: a tool gave a result, now or in the answers before, the text
 * tells something of it, and every figure stands in it or was said by the user.
 */
export function judgeGrounding({ answer, steps, messages, hasSkills, isTalk }: Judged): Grounding {
  if (!hasSkills || !answer.isAnswer) return {};
  const figures = figuresIn(answer.text);
  if (isTalk && figures.length === 0) return {};
  const past = messages.flatMap(({ calls = [] }) => calls.map(({ output }) => output));
  const said = messages.flatMap(({ role, content }) => (role === 'assistant' ? [] : [content]));
  const found = steps.flatMap((step) => (step.kind === 'tool' && !step.error ? [step.output] : []));
  const told = found.some((output) => !isFoundValues(output))
    ? found.filter((output) => !isFoundValues(output))
    : found;
  const inputs = steps.flatMap((step) => (step.kind === 'tool' && !step.error ? [step.input] : []));
  const unknown = figuresWithout([...found, ...inputs, ...past, ...said], answer.text);
  const unfounded = withCutFigure(unknown, figures, answer);
  const results = told.length > 0 ? told : past;
  const lookedUp = results.length > 0 && tellsOf(results, answer.text, said.at(-1) ?? '');
  const isFounded = unfounded.length === 0 || unfounded.length < figures.length;
  return {
    grounded: lookedUp && unfounded.length === 0,
    isBare: !lookedUp || !isFounded,
    ...(unfounded.length > 0 ? { unfounded } : {}),
  };
}

/** A figure that the limit of the answer may have cut is none. */
function withCutFigure(
  unknown: Figure[],
  figures: readonly Figure[],
  { text, finishReason }: Judged['answer'],
): Figure[] {
  const last = figures.at(-1);
  if (finishReason !== 'length' || last?.end !== text.length || unknown.at(-1)?.end === last.end) return unknown;
  return [...unknown, { text: last.text, start: last.start, end: last.end }];
}

/** The values of a result; that there is one row is none. */
function valuesOf(output: unknown): unknown[] {
  if (!isResultWith('rows', output)) return leavesOf(output);
  const { rows } = output as { rows: unknown[] };
  return [...leavesOf(rows), ...(rows.length > 1 ? [rows.length] : [])];
}

export function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

const fewestWords = 3;
const mostRead = 200_000;

/** Whether a text tells a figure of the results, a value, or some of their words that the question has not. */
export function tellsOf(results: readonly unknown[], text: string, question: string): boolean {
  const isRows = results.some((one) => isResultWith('rows', one));
  if (isRows && /^\W*(?:yes|no|there (?:is|are) no)\b/i.test(text)) return true;
  const read = JSON.stringify(results).slice(0, mostRead);
  // A figure of the question alone shows nothing
  const own = figuresWithout([question, /\bone\b/i.test(question) ? 1 : ''], text);
  const foreign = new Set(figuresWithout(results.flatMap(valuesOf), text).map(({ start }) => start));
  if (own.some(({ start }) => !foreign.has(start))) return true;
  const asked = new Set(wordsOf(question));
  const said = new Set(wordsOf(text).filter((word) => !asked.has(word)));
  const told = new Set(wordsOf(read).filter((word) => said.has(word)));
  return told.size >= (isRows ? 1 : fewestWords);
}

/** How a value is written tells nothing of the question. */
function isFoundValues(output: unknown): boolean {
  return isResultWith('found', output);
}

export function isResultWith(field: string, output: unknown): boolean {
  return typeof output === 'object' && output !== null && field in output;
}

export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}][\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !frequent.has(word));
}

/** Words that any text has, and the names of fields of results. */
const frequent: ReadonlySet<string> = new Set(
  'the and for are was were has have had with that this from which not its one all can columns rows row row_count truncated false true null passages source title heading text score average count'.split(
    ' ',
  ),
);
