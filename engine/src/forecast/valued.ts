import type { Far } from './inputs/far-inputs.ts';
import type { GivenInputs } from './inputs/input-book.ts';

/** A forecast, and how far its bounds are below and above it. */
export interface Value {
  value: number;
  below: number;
  above: number;
  far?: Far;
}

/** An input that lacks at a step. */
export interface Lack {
  column: string;
  steps: number;
}

/** The value of a series so many steps after its training. */
export type Valued = (series: number, steps: number, given?: GivenInputs) => Value | Lack;

/** The forecast of a series at a step after the training, or the name of an input that is needed for it. */
export type PathReader = (series: number, steps: number, given?: GivenInputs) => number | string;

/** The inputs of a step that are far outside of their range. */
export type FarAt = (series: number, steps: number, given?: GivenInputs) => Far | undefined;
