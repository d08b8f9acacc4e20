import { readFileSync } from 'node:fs';

type Scalar = string | number | null;
export type Expected = Scalar | readonly (readonly Scalar[])[];

/** A question to a set of tables, as a line of JSON tells it. */
/** A right answer is a value, rows, or `refuse`. */
export interface Question {
  id: string;
  /** Folder of its tables. */
  table: string;
  question: string;
  /** A value, rows, or `refuse`. */
  expected: Expected;
  /** Other right answers. */
  also?: readonly Expected[];
  /** ID of the question before it in the same conversation. */
  after?: string;
  /** `top` where the order of rows counts. */
  kind?: string;
}

/** Reads questions, one a line. */
export function readQuestions(path: string): Question[] {
  return readLines<Question>(path);
}

export function readLines<One>(path: string): One[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as One);
}

/** Returns the conversations: each question with those that it goes on from, the first first. */
export function conversationOf(question: Question, all: ReadonlyMap<string, Question>): Question[] {
  const before = question.after === undefined ? undefined : all.get(question.after);
  return before ? [...conversationOf(before, all), question] : [question];
}
