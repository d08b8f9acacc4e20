import type { Feature } from '../encoding/feature.ts';
import type { Encoded } from '../encoding/frame.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import type { Completer } from './completions.ts';
import { type UsualGaps, unknownAmong } from './unknown-inputs.ts';
import { featuresByInput, widenedWidth, widenRow } from './widened.ts';

/** Held-out rows with inputs taken away, as the correction reads them. */
export interface IncompleteRows {
  /** Row-major, widened. */
  cells: Float64Array;
  /** By row: the row of the table, the split that held it out, which inputs are unknown. */
  rows: number[];
  splits: number[];
  unknown: (readonly number[])[];
}

/** One split with the means to answer its held rows. */
export interface HeldSplit {
  split: number;
  encoded: Encoded;
  rows: Int32Array;
  /** How often each row is asked, each time with other inputs taken. */
  copies: number;
  complete: Completer;
  seed: number;
}

export interface TakingAway {
  inputCount: number;
  gaps: UsualGaps;
  isMissing(input: number, row: number): boolean;
  outputs: number;
  /** False ends it; asked from the first rows on, so that every split has some. */
  goesOn(): Promise<boolean>;
}

const rowsBetweenPauses = 200;

/** Takes random inputs from held rows, any number of them equally often, and completes what is left. */
export async function takeAway(split: HeldSplit, taking: TakingAway): Promise<IncompleteRows> {
  const { encoded, rows, copies, complete, seed } = split;
  const { inputCount, gaps, outputs } = taking;
  const { features } = encoded;
  const byInput = featuresByInput(features, inputCount);
  const width = widenedWidth(features.length, inputCount, outputs);
  const cells = new Float64Array(rows.length * copies * width);
  const taken: IncompleteRows = { cells, rows: [], splits: [], unknown: [] };
  const random = createRandom(seed);
  const row = new Float64Array(features.length);
  for (let task = 0; task < rows.length * copies; task++) {
    if (task > 0 && task % rowsBetweenPauses === 0 && !(await taking.goesOn())) break;
    const from = rows[task % rows.length];
    const missing = drawMissing(from, taking, random);
    const unknown = unknownAmong(gaps, missing);
    if (unknown.length === 0) continue;
    for (let feature = 0; feature < features.length; feature++) row[feature] = encoded.columns[feature][from];
    for (const input of missing) for (const feature of byInput[input]) row[feature] = Number.NaN;
    widenRow(row, unknown, byInput, complete, cells, taken.rows.length * width);
    taken.rows.push(from);
    taken.splits.push(split.split);
    taken.unknown.push(unknown);
  }
  return { ...taken, cells: cells.subarray(0, taken.rows.length * width) };
}

/** Inputs that the row lacks with those taken from it, ascending. */
function drawMissing(row: number, { inputCount, isMissing }: TakingAway, random: () => number): number[] {
  const order = shuffle(rowNumbers(inputCount), random);
  const takes = new Uint8Array(inputCount);
  for (const input of order.subarray(0, 1 + Math.floor(random() * inputCount))) takes[input] = 1;
  return [...takes.keys()].filter((input) => takes[input] === 1 || isMissing(input, row));
}

/** All in columns, with the labels of their rows. */
export function encodeIncomplete(
  parts: readonly IncompleteRows[],
  features: readonly Feature[],
  { values, ...labels }: Labels,
): { encoded: Encoded; labels: Labels } & Omit<IncompleteRows, 'cells'> {
  const rows = parts.flatMap((part) => part.rows);
  const width = features.length;
  const columns = features.map((_, feature) => {
    const column = new Float64Array(rows.length);
    let at = 0;
    for (const { cells } of parts)
      for (let cell = feature; cell < cells.length; cell += width) column[at++] = cells[cell];
    return column;
  });
  return {
    encoded: { features, columns, encoders: [] },
    labels: { ...labels, values: Float64Array.from(rows, (row) => values[row]) },
    rows,
    splits: parts.flatMap((part) => part.splits),
    unknown: parts.flatMap((part) => part.unknown),
  };
}
