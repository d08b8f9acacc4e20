import type { WalkRow, Walks } from '../learners/contract.ts';
import { type InputSlots, walkPlanner } from './walks.ts';

export interface SampledModel {
  /** Background rows (row-major, `width` cells each), and the value of each. */
  background: Float64Array;
  backgroundValues: Float64Array;
  width: number;
  inputs: InputSlots;
  /** Adds the value after each step of walks, except the last one of each, which leads to the row. */
  walk: WalkRow;
}

interface Sampled {
  base: number;
  contributions: Float64Array;
  errors: Float64Array;
}

/** Most rows evaluated for one explanation, however many inputs there are, and the fewest walks. */
const mostEvaluations = 4000;
const fewestWalks = 16;

/**
 * Shapley values by sampled permutations (Strumbelj & Kononenko 2014). Each walk starts at a background row and sets
 * differing inputs to the explained row's cells, in a random order and in its reverse, which is exact for interactions
 * of pairs. The error comes from the difference of both orders. `own` is the value of the explained row.
 */
export function contributionSampler(model: SampledModel): (row: Float64Array, own: number) => Sampled {
  const { background, backgroundValues, width, inputs, walk } = model;
  const rows = background.length / width;
  const affordable = Math.max(fewestWalks, Math.floor(mostEvaluations / Math.max(1, inputs.length)));
  const used = Math.min(rows, affordable >> 1);
  const plan = walkPlanner(background, inputs, width, used);
  const base = backgroundValues.reduce((sum, value) => sum + value / rows, 0);
  return (row, own) => {
    const walks = plan(row);
    const values = new Float64Array(walks.order.length);
    walk(row, walks, values);
    const changes = changesOf(walks, values, own, model);
    const contributions = meanOf(changes, inputs.length);
    const errors = used === rows ? errorsOfOrder(changes, inputs.length) : errorsOfPairs(changes, contributions);
    spread(contributions, own - base - contributions.reduce((sum, part) => sum + part, 0));
    return { base, contributions, errors };
  };
}

/** Returns the change that each input brings: walks x inputs. */
function changesOf(
  { backgrounds, starts, order }: Walks,
  values: Float64Array,
  own: number,
  { backgroundValues, inputs }: SampledModel,
): Float64Array {
  const changes = new Float64Array(backgrounds.length * inputs.length);
  for (let walk = 0; walk < backgrounds.length; walk++) {
    let before = backgroundValues[backgrounds[walk]];
    for (let step = starts[walk]; step < starts[walk + 1]; step++) {
      const after = step + 1 < starts[walk + 1] ? values[step] : own;
      changes[walk * inputs.length + order[step]] = after - before;
      before = after;
    }
  }
  return changes;
}

function meanOf(changes: Float64Array, width: number): Float64Array {
  const means = new Float64Array(width);
  for (let at = 0; at < changes.length; at += width)
    for (let input = 0; input < width; input++) means[input] += changes[at + input];
  return means.map((sum) => (sum * width) / changes.length);
}

/** Returns the errors when all background rows were used: only the orders are random. */
function errorsOfOrder(changes: Float64Array, width: number): Float64Array {
  const squares = new Float64Array(width);
  for (let at = 0; at < changes.length; at += 2 * width)
    for (let input = 0; input < width; input++)
      squares[input] += ((changes[at + input] - changes[at + width + input]) / 2) ** 2;
  return squares.map((sum) => (Math.sqrt(sum) * 2 * width) / changes.length);
}

/** Returns the errors when only some background rows were used: the pairs also differ by their rows. */
function errorsOfPairs(changes: Float64Array, means: Float64Array): Float64Array {
  const width = means.length;
  const pairs = changes.length / width / 2;
  const squares = new Float64Array(width);
  for (let at = 0; at < changes.length; at += 2 * width)
    for (let input = 0; input < width; input++)
      squares[input] += ((changes[at + input] + changes[at + width + input]) / 2 - means[input]) ** 2;
  return squares.map((sum) => Math.sqrt(sum / pairs / (pairs - 1)));
}

/** Distributes a remainder in proportion to the size of the contributions, so that they add up. */
function spread(contributions: Float64Array, remainder: number): void {
  const total = contributions.reduce((sum, part) => sum + Math.abs(part), 0);
  if (total === 0) return;
  for (let input = 0; input < contributions.length; input++)
    contributions[input] += (remainder * Math.abs(contributions[input])) / total;
}
