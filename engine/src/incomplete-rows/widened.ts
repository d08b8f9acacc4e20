import type { Feature } from '../encoding/feature.ts';
import { type Completer, completionFeatures } from './completions.ts';

/**
 * Number of inputs up to which the correction sees an indicator of each unknown input; for wider tables it sees only
 * their features.
 */
const mostTold = 100;

/**
 * Features of the correction beside those of the row: which inputs are unknown, how many, and the features of the
 * completions.
 */
export function widenFeatures(features: readonly Feature[], inputCount: number, outputs: number): Feature[] {
  const unknown = Array.from({ length: flagCount(inputCount) }, (_, input) => `unknown input ${input}`);
  const completions = Array.from({ length: completionFeatures(outputs) }, (_, place) => `completions ${place}`);
  const names = [...unknown, 'unknown inputs', ...completions];
  return [...features, ...names.map((name) => ({ name, input: -1, categories: 0 }))];
}

function flagCount(inputCount: number): number {
  return inputCount <= mostTold ? inputCount : 0;
}

export function widenedWidth(width: number, inputCount: number, outputs: number): number {
  return width + flagCount(inputCount) + 1 + completionFeatures(outputs);
}

/** Features of each input. */
export function featuresByInput(features: readonly Feature[], inputCount: number): number[][] {
  const byInput: number[][] = Array.from({ length: inputCount }, () => []);
  for (const [feature, { input }] of features.entries()) byInput[input].push(feature);
  return byInput;
}

/** Writes a row whose missing features are NaN as the correction reads it. */
export function widenRow(
  row: Float64Array,
  unknown: readonly number[],
  byInput: readonly (readonly number[])[],
  complete: Completer,
  out: Float64Array,
  start: number,
): void {
  out.set(row, start);
  const flags = flagCount(byInput.length);
  const counted = start + row.length + flags;
  out.fill(0, start + row.length, counted);
  if (flags > 0) for (const input of unknown) out[start + row.length + input] = 1;
  out[counted] = unknown.length;
  const features: number[] = [];
  for (const input of unknown) for (const feature of byInput[input]) features.push(feature);
  complete(row, features, out, counted + 1);
}
