import type { Sibyl } from '../service/sibyl.ts';
import { generateRows } from './csv.ts';

/** Rows that no training saw, and the seed of their drawing. */
export const [unseenRows, unseenSeed] = [20_000, 3];
/** A probability of nothing has no logarithm. */
const least = 1e-15;

/** Predicts rows that no training saw. Returns the mean log loss. */
export async function measureUnseen({ base }: Sibyl, model: string): Promise<number> {
  const lines = Buffer.concat([...generateRows(unseenRows, { seed: unseenSeed })]);
  const response = await fetch(`${base}/api/projects/default/models/${model}/predict`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept: 'application/x-ndjson' },
    body: lines,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Predicting with ${model} was answered ${response.status}: ${text}`);
  const losses = text.trim().split('\n').map(lossOf);
  if (losses.length !== unseenRows) throw new Error(`${losses.length} of ${unseenRows} rows were answered`);
  return losses.reduce((sum, loss) => sum + loss, 0) / unseenRows;
}

interface Answer {
  y_original: 'yes' | 'no';
  y_probabilities: { yes: number; no: number };
}

function lossOf(line: string): number {
  const { y_original, y_probabilities } = JSON.parse(line) as Answer;
  return -Math.log(Math.max(least, y_probabilities[y_original]));
}
