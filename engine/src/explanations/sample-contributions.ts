import { createRandom, shuffle } from '../random.ts';

/** The features of an encoded row that belong to each input. */
export type InputSlots = readonly (readonly number[])[];

export interface ContributionRequest {
  /** One encoded row. */
  row: Float64Array;
  /** Background rows (row-major), and the value of `evaluate` for each. */
  background: Float64Array;
  backgroundValues: Float64Array;
  inputs: InputSlots;
  /** Values of `count` encoded rows (row-major). */
  evaluate(rows: Float64Array, count: number): Float64Array;
}

/** Most rows evaluated for one explanation, however many inputs there are, and the fewest walks. */
const mostEvaluations = 4000;
const fewestWalks = 16;
/** Cells evaluated in one batch. */
const mostCells = 2 ** 17;

/** A walk from a background row to the explained one: the inputs that differ between them, in the order they are set in. */
interface Walk {
  background: number;
  order: Int32Array;
}

/**
 * Shapley values by sampled permutations (Strumbelj & Kononenko 2014). Each walk starts at a background row and sets
 * differing inputs to the explained row's cells, in a random order and in its reverse, which is exact for interactions
 * of pairs. The error comes from the difference of both orders.
 */
export function sampleContributions(request: ContributionRequest) {
  const { row, background, backgroundValues, inputs, evaluate } = request;
  const rows = background.length / row.length;
  const affordable = Math.max(fewestWalks, Math.floor(mostEvaluations / Math.max(1, inputs.length)));
  const used = Math.min(rows, affordable >> 1);
  const walks = planWalks(request, used);
  const own = evaluate(row, 1)[0];
  const changes = walkAll(request, walks, own);
  const contributions = meanOf(changes);
  const errors = used === rows ? errorsOfOrder(changes) : errorsOfPairs(changes);
  const base = backgroundValues.reduce((sum, value) => sum + value / rows, 0);
  spread(contributions, own - base - contributions.reduce((sum, part) => sum + part, 0));
  return { base, contributions, errors };
}

/** Plans two walks (an order and its reverse) for each background row used; a subset is spread evenly. */
function planWalks({ row, background, inputs }: ContributionRequest, used: number): Walk[] {
  const width = row.length;
  const rows = background.length / width;
  const random = createRandom(1);
  return Array.from({ length: used }, (_, place) => Math.floor(((place + 0.5) * rows) / used)).flatMap((from) => {
    const start = from * width;
    const differs = (input: number) => inputs[input].some((slot) => !Object.is(background[start + slot], row[slot]));
    const order = shuffle(Int32Array.from(inputs.keys()).filter(differs), random);
    return [order, order.toReversed()].map((inputsInOrder) => ({ background: from, order: inputsInOrder }));
  });
}

/** Returns the change that each input brings, by walk. */
function walkAll(request: ContributionRequest, walks: readonly Walk[], own: number): Float64Array[] {
  const { row, background, backgroundValues, inputs } = request;
  const width = row.length;
  const evaluate = createQueue(request);
  const places = walks.map(({ background: from, order }) => {
    const vector = background.slice(from * width, (from + 1) * width);
    return Array.from(order.subarray(0, Math.max(0, order.length - 1)), (input) => {
      for (const slot of inputs[input]) vector[slot] = row[slot];
      return evaluate.add(vector);
    });
  });
  const values = evaluate.finish();
  return walks.map(({ background: from, order }, walk) => {
    const changes = new Float64Array(inputs.length);
    let before = backgroundValues[from];
    for (const [step, input] of order.entries()) {
      const after = step + 1 < order.length ? values[places[walk][step]] : own;
      changes[input] = after - before;
      before = after;
    }
    return changes;
  });
}

/** Evaluates rows in batches of bounded size; `add` returns where the value of a row will be. */
function createQueue({ row, evaluate }: ContributionRequest) {
  const width = row.length;
  const capacity = Math.max(1, Math.floor(mostCells / Math.max(1, width)));
  const queue = new Float64Array(capacity * width);
  const values: number[] = [];
  let waiting = 0;
  const flush = () => {
    if (waiting > 0) for (const value of evaluate(queue.subarray(0, waiting * width), waiting)) values.push(value);
    waiting = 0;
  };
  return {
    add(vector: Float64Array): number {
      queue.set(vector, waiting * width);
      waiting += 1;
      const place = values.length + waiting - 1;
      if (waiting === capacity) flush();
      return place;
    },
    finish() {
      flush();
      return values;
    },
  };
}

function meanOf(changes: readonly Float64Array[]): Float64Array {
  return changes[0].map((_, input) => changes.reduce((sum, change) => sum + change[input], 0) / changes.length);
}

/** Returns the errors when all background rows were used: only the orders are random. */
function errorsOfOrder(changes: readonly Float64Array[]): Float64Array {
  const pairs = changes.length / 2;
  return changes[0].map((_, input) => {
    let squares = 0;
    for (let walk = 0; walk < changes.length; walk += 2)
      squares += ((changes[walk][input] - changes[walk + 1][input]) / 2) ** 2;
    return Math.sqrt(squares) / pairs;
  });
}

/** Returns the errors when only some background rows were used: the pairs also differ by their rows. */
function errorsOfPairs(changes: readonly Float64Array[]): Float64Array {
  const pairs = changes.length / 2;
  return changes[0].map((_, input) => {
    const means = Array.from(
      { length: pairs },
      (__, pair) => (changes[2 * pair][input] + changes[2 * pair + 1][input]) / 2,
    );
    const mean = means.reduce((sum, value) => sum + value / pairs, 0);
    return Math.sqrt(means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pairs / (pairs - 1));
  });
}

/** Distributes a remainder in proportion to the size of the contributions, so that they add up. */
function spread(contributions: Float64Array, remainder: number): void {
  const total = contributions.reduce((sum, part) => sum + Math.abs(part), 0);
  if (total === 0) return;
  for (let input = 0; input < contributions.length; input++)
    contributions[input] += (remainder * Math.abs(contributions[input])) / total;
}
