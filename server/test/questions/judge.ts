import type { Answered } from './ask.ts';

/** A question of the files beside this one; README.md explains its fields. */
export interface Question {
  ask: string[];
  sql?: string;
  ordered?: boolean;
  predict?: Record<string, unknown>;
  source?: string;
  says?: string;
  refuse?: boolean;
}

export type Verdict = 'right' | 'refused' | 'wrong';

/** The true rows, by the reference SQL. */
export interface Truth {
  rows: unknown[][];
}

export function judge(question: Question, { text, calls }: Answered, truth: Truth | undefined): Verdict {
  // What is told in doubt is no answer
  const refused = /^I (cannot answer that|am not sure)/.test(text);
  if (question.refuse) return refused ? 'right' : 'wrong';
  if (refused) return 'refused';
  return isRight(question, { text, calls }, truth) ? 'right' : 'wrong';
}

function isRight(question: Question, { text, calls }: Answered, truth: Truth | undefined): boolean {
  if (question.says && !text.includes(question.says)) return false;
  if (question.source && !text.includes(question.source)) return false;
  const [call] = calls;
  if (question.predict)
    return sameInputs(question.predict, call?.input ?? {}) && saysAll(text, predicted(call?.content));
  if (!truth) return true;
  const rows = (call?.content as { rows?: unknown[][] } | undefined)?.rows;
  return (
    rows !== undefined &&
    holdsRows(rows, truth.rows, question.ordered ?? false) &&
    saysAll(text, truth.rows.slice(0, 10).flat())
  );
}

function predicted(content: unknown): unknown[] {
  const { prediction, lower_bound, upper_bound } = content as Record<string, unknown>;
  return [prediction, lower_bound, upper_bound];
}

function sameInputs(expected: Record<string, unknown>, given: Record<string, unknown>): boolean {
  const asText = (row: Record<string, unknown>) =>
    JSON.stringify(
      Object.entries(row)
        .map(([key, value]) => [key, String(value)])
        .sort(),
    );
  return asText(expected) === asText(given);
}

/** Returns whether the answer's rows are the true rows, possibly with more columns. */
function holdsRows(rows: unknown[][], truth: unknown[][], ordered: boolean): boolean {
  if (rows.length !== truth.length) return false;
  const choices =
    truth[0]?.map((_, column) =>
      columnsLike(
        truth.map((row) => row[column]),
        rows,
        ordered,
      ),
    ) ?? [];
  if (choices.some((columns) => columns.length === 0)) return false;
  const key = (cells: unknown[]) => JSON.stringify(cells.map(roundOff));
  const expected = truth.map(key).sort();
  return combine(choices).some((columns) => {
    const found = rows.map((row) => key(columns.map((column) => row[column]))).sort();
    return found.every((one, at) => one === expected[at]);
  });
}

function columnsLike(cells: unknown[], rows: unknown[][], ordered: boolean): number[] {
  const key = (all: unknown[]) => JSON.stringify(ordered ? all.map(roundOff) : all.map(roundOff).sort());
  const wanted = key(cells);
  return (rows[0] ?? []).flatMap((_, column) => (key(rows.map((row) => row[column])) === wanted ? [column] : []));
}

function combine(choices: number[][]): number[][] {
  return choices.reduce<number[][]>(
    (all, columns) => all.flatMap((one) => columns.map((column) => [...one, column])),
    [[]],
  );
}

function roundOff(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}

/** Returns whether the text contains every value, numbers to the written precision. */
function saysAll(text: string, values: unknown[]): boolean {
  const numbers = [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([one]) => Number(one.replaceAll(',', '')));
  return values.every((value) =>
    typeof value === 'number'
      ? numbers.some((one) => Math.abs(one - value) <= tolerance(Math.abs(value)))
      : value === null || text.includes(String(value)),
  );
}

/** Half a unit of the last written digit. */
function tolerance(size: number): number {
  if (size >= 10_000) return 0.5 + 1e-9;
  return Math.max(0.005, size < 1 ? size * 0.005 : 0) + 1e-9;
}
