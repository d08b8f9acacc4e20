import type { Feature } from '../encoding/feature.ts';
import type { Encoded } from '../encoding/frame.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import type { Completer } from './completions.ts';
import { type UsualGaps, unknownAmong } from './unknown-inputs.ts';
import { featuresByInput, widenedWidth, widenRow } from './widened.ts';

/** Validation rows with inputs removed, as features of the correction. */
export interface IncompleteRows {
  /** Row-major, widened. */
  cells: Float64Array;
  /** By row: the row of the table, the split that held it out, the unknown inputs. */
  rows: number[];
  splits: number[];
  unknown: (readonly number[])[];
}

/** One split with a way to complete its validation rows. */
export interface AnsweredSplit {
  split: number;
  encoded: Encoded;
  rows: Int32Array;
  /** How often each row is used, each time without other inputs. */
  copies: number;
  complete: Completer;
  seed: number;
}

export interface TakingAway {
  inputCount: number;
  gaps: UsualGaps;
  isMissing(input: number, row: number): boolean;
  outputs: number;
  /** Resolves with false to end it early. Rows of every split come first, so that each split has some. */
  goesOn(): Promise<boolean>;
}

const rowsBetweenPauses = 200;

/** Removes a random number of random inputs from validation rows and completes the rest. */
export async function takeAway(split: AnsweredSplit, taking: TakingAway): Promise<IncompleteRows> {
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

/** Returns the removed inputs and those that the row lacks, ascending. */
function drawMissing(row: number, { inputCount, isMissing }: TakingAway, random: () => number): number[] {
  const order = shuffle(rowNumbers(inputCount), random);
  const takes = new Uint8Array(inputCount);
  for (const input of order.subarray(0, 1 + Math.floor(random() * inputCount))) takes[input] = 1;
  return [...takes.keys()].filter((input) => takes[input] === 1 || isMissing(input, row));
}

/** Joins the rows of all splits into columns, with their labels. */
export function encodeIncomplete(
  bySplit: readonly IncompleteRows[],
  features: readonly Feature[],
  { values, ...labels }: Labels,
): { encoded: Encoded; labels: Labels } & Omit<IncompleteRows, 'cells'> {
  const rows = bySplit.flatMap(({ rows: own }) => own);
  const width = features.length;
  const columns = features.map((_, feature) => {
    const column = new Float64Array(rows.length);
    let at = 0;
    for (const { cells } of bySplit)
      for (let cell = feature; cell < cells.length; cell += width) column[at++] = cells[cell];
    return column;
  });
  return {
    encoded: { features, columns, encoders: [] },
    labels: { ...labels, values: Float64Array.from(rows, (row) => values[row]) },
    rows,
    splits: bySplit.flatMap(({ splits }) => splits),
    unknown: bySplit.flatMap(({ unknown }) => unknown),
  };
}
