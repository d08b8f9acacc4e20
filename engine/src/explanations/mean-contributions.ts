import type { ContributionDescription } from '../description.ts';
import { type DependenceRequest, rawRow } from './dependence.ts';
import { evenOrder } from './even-order.ts';

/**
 * Rows that are explained, each of which costs some thousand predictions, and rows of one call: as few as have a
 * standard error, because no clock is looked at within it and a row of thousands of inputs takes a second.
 */
const [mostRows, atOnce] = [16, 2];

/**
 * The mean absolute contribution of each input to the answers of some training rows (SHAP's importance): how much an
 * input moves answers, be they right or wrong. Empty where the model does not explain itself.
 */
export async function measureContributions(request: DependenceRequest): Promise<ContributionDescription[]> {
  const { model, fields, targets, order, deadline, pause } = request;
  const rows = evenOrder(targets, order).subarray(0, mostRows);
  const [sums, squares] = [new Float64Array(fields.length), new Float64Array(fields.length)];
  let count = 0;
  for (let first = 0; first < rows.length && (first === 0 || performance.now() < deadline); first += atOnce) {
    const asked = Array.from(rows.subarray(first, first + atOnce), (row) => rawRow(fields, row));
    const explained = model.explain(asked, {}, []);
    if (!explained) return [];
    for (const [at, contribution] of explained.contributions.entries()) {
      const size = Number.isNaN(contribution) ? 0 : Math.abs(contribution);
      sums[at % fields.length] += size;
      squares[at % fields.length] += size * size;
    }
    count += asked.length;
    await pause();
  }
  return fields.map(({ profile: { name: column } }, input) => {
    const mean = sums[input] / count;
    const variance = Math.max(0, squares[input] / count - mean * mean);
    return { column, mean, standard_error: Math.sqrt(variance / Math.max(1, count - 1)), rows: count };
  });
}
