import type { WalkRow } from '../learners/contract.ts';
import type { InputSlots } from './walks.ts';

/** Cells evaluated in one batch. */
const mostCells = 2 ** 17;

/** Values of `count` encoded rows (row-major). */
export type Evaluate = (rows: Float64Array, count: number) => Float64Array;

/** Evaluates the rows of walks as any others, in batches of bounded size. */
export function walkRows(evaluate: Evaluate, background: Float64Array, inputs: InputSlots): WalkRow {
  return (row, { backgrounds, starts, order }, values) => {
    const width = row.length;
    const capacity = Math.max(1, Math.floor(mostCells / Math.max(1, width)));
    const batch = new Float64Array(Math.min(capacity, order.length) * width);
    const places: number[] = [];
    const vector = new Float64Array(width);
    const flush = () => {
      if (places.length === 0) return;
      const found = evaluate(batch.subarray(0, places.length * width), places.length);
      for (const [index, place] of places.entries()) values[place] += found[index];
      places.length = 0;
    };
    for (let walk = 0; walk < backgrounds.length; walk++) {
      vector.set(background.subarray(backgrounds[walk] * width, (backgrounds[walk] + 1) * width));
      for (let step = starts[walk]; step + 1 < starts[walk + 1]; step++) {
        for (const slot of inputs[order[step]]) vector[slot] = row[slot];
        batch.set(vector, places.length * width);
        if (places.push(step) === capacity) flush();
      }
    }
    flush();
  };
}
