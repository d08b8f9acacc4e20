import { createRandom } from '@sibyl/engine/random.ts';

/** A numeric table with a known target function. */
export interface KnownTable {
  rows: number[][];
  truth: number[];
}

export const inputCount = 5;

/** The target function of inputs between 0 and 1 and a standard normal error. */
type Law = (x: readonly number[], error: number) => number;

export const laws: Readonly<Record<string, Law>> = {
  'a sum': ([a, b, c], error) => 10 * a - 6 * b + 3 * c + 0.3 * error,
  'products and bends': ([a, b, c, d], error) =>
    10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 8 * d + 0.5 * error,
  'steps of three together': ([a, b, c], error) =>
    (a > 0.5 && b > 0.4 ? 12 : 0) + (c > 0.6 && a > 0.5 ? 6 : 0) + 0.5 * error,
  'amounts with a long tail': ([a, b], error) => Math.exp(2 * a + b + 0.3 * error),
  counts: ([a, b], error) => Math.max(0, Math.round(6 * a * b + error)),
};

export function drawTable(law: Law, count: number, seed: number): KnownTable {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const rows = Array.from({ length: count }, () => Array.from({ length: inputCount }, random));
  return { rows, truth: rows.map((row) => law(row, normal())) };
}
