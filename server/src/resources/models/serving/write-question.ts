import { writeFile } from 'node:fs/promises';
import { type PredictParams, readQuestion } from './questions.ts';

/** Writes the rows of a checked predict body to a file of JSON lines; returns its parameters. */
export async function writeQuestion(path: string, body: unknown): Promise<PredictParams> {
  const { rows, params } = readQuestion(body, Number.POSITIVE_INFINITY);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return params;
}
