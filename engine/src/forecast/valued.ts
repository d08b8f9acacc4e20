import type { GivenInputs } from './inputs/input-book.ts';

/** A forecast, and how far its bounds are below and above it. */
export interface Value {
  value: number;
  below: number;
  above: number;
}

/** An input that lacks at a step. */
export interface Lack {
  column: string;
  steps: number;
}

/** The value of a series so many steps after its training. */
export type Valued = (series: number, steps: number, given?: GivenInputs) => Value | Lack;
