import { writeFile } from 'node:fs/promises';
import { type PredictParams, readPredictRequest } from './predict-request.ts';

/** Writes the rows of a checked predict body to a file of JSON lines; returns its parameters. */
export async function writePredictRequest(path: string, body: unknown): Promise<PredictParams> {
  const { rows, params } = readPredictRequest(body, Number.POSITIVE_INFINITY);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return params;
}
