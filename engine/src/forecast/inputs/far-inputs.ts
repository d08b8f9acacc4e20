import { rangeMargin, wideningOf } from '../../answers/range-limits.ts';
import type { ModelDescription } from '../../model.ts';
import type { GivenInputs, InputBook } from './input-book.ts';
import type { ServedInputs } from './served-inputs.ts';

/** Inputs far outside of their range in training, by their place in the description, and how much they widen bounds. */
export interface Far {
  inputs: readonly number[];
  times: number;
}

/** Says which inputs of a step lie far outside of what the training saw; undefined where none does. */
export type FarReader = (book: InputBook, series: number, step: number, given?: GivenInputs) => Far | undefined;

interface Limit {
  /** Place among the served inputs, and among those of the description. */
  index: number;
  input: number;
  min: number;
  max: number;
}

/** Numbers are limited by their range in training; words that it did not see are refused. Older files have no ranges. */
export function createFarReader({ columns }: ServedInputs, description: ModelDescription): FarReader {
  const limits = columns.flatMap(({ profile: { name }, centre, spread }, index): Limit[] => {
    const range = description.ranges.find(({ column }) => column === name);
    if (range?.type !== 'number' || typeof range.min !== 'number' || typeof range.max !== 'number') return [];
    const [min, max] = [range.min, range.max].map((limit) => (limit - centre) / spread);
    return max > min ? [{ index, input: description.inputs.indexOf(name), min, max }] : [];
  });
  return (book, series, step, given) => {
    const inputs: number[] = [];
    let most = 0;
    for (const { index, input, min, max } of limits) {
      const [value] = Array.from(book.numbersAt(series, step, index, given));
      const beyond = Math.max(min - value, value - max) / (max - min);
      if (!(beyond > rangeMargin)) continue;
      inputs.push(input);
      most = Math.max(most, beyond);
    }
    return inputs.length > 0 ? { inputs, times: wideningOf(most) } : undefined;
  };
}
