import type { Walks } from '../learners/contract.ts';
import { createRandom, shuffle } from '../random.ts';

/** The features of an encoded row that belong to each input. */
export type InputSlots = readonly (readonly number[])[];

/** Plans the walks to a row. */
export type PlanWalks = (row: Float64Array) => Walks;

/**
 * Plans a pair of walks from each of `used` background rows, which are spread evenly. The orders are drawn once; a row
 * that agrees with a background row in some inputs leaves these out.
 */
export function walkPlanner(background: Float64Array, inputs: InputSlots, width: number, used: number): PlanWalks {
  const rows = background.length / width;
  const random = createRandom(1);
  const orders = Array.from({ length: used }, () => shuffle(Int32Array.from(inputs.keys()), random));
  const places = Int32Array.from(orders, (_, pair) => Math.floor(((pair + 0.5) * rows) / used));
  const backgrounds = Int32Array.from({ length: 2 * used }, (_, walk) => places[walk >> 1]);
  return (row) => {
    const starts = new Int32Array(2 * used + 1);
    const order = new Int32Array(2 * used * inputs.length);
    let end = 0;
    for (let pair = 0; pair < used; pair++) {
      const begin = end;
      const start = places[pair] * width;
      const drawn = orders[pair];
      for (let place = 0; place < drawn.length; place++)
        if (differs(row, background, start, inputs[drawn[place]])) order[end++] = drawn[place];
      const middle = end;
      for (let step = middle - 1; step >= begin; step--) order[end++] = order[step];
      starts[2 * pair + 1] = middle;
      starts[2 * pair + 2] = end;
    }
    return { backgrounds, starts, order: order.subarray(0, end) };
  };
}

function differs(row: Float64Array, background: Float64Array, start: number, slots: readonly number[]): boolean {
  for (let index = 0; index < slots.length; index++)
    if (!Object.is(background[start + slots[index]], row[slots[index]])) return true;
  return false;
}
