import { encodeFor } from '../encoding/frame.ts';
import type { LargeTable } from '../large-tables/large-table.ts';
import { encoderOf, readerOf } from '../large-tables/read-input.ts';
import { targetReaderOf } from '../large-tables/read-target.ts';
import { Monitor } from '../monitor.ts';
import { createRandom, rowNumbers } from '../random.ts';
import type { TrainHooks, TrainRequest } from '../request.ts';
import type { ChunkCells, Table, TableSource } from '../table.ts';
import type { Training } from '../training/prepare.ts';
import { planTrees, prepareElsewhere, type TreePlan } from './tree-plan.ts';

/** Some rows, row-major in single precision: the target, 1 for rows that say when to stop, then the features. */
export interface EncodedRows {
  rowCount: number;
  cells: Float32Array;
}

export interface Encoding {
  plan: TreePlan;
  /** All rows but those that are held out for figures and bounds. */
  rows: AsyncIterable<EncodedRows>;
}

/** Columns before the features. */
const leading = 2;
/** Share of the rows that say when to stop; nothing is learned from them. */
const stopShare = 0.05;
const sampleRowsAtOnce = 4096;
const largestSingle = 3.4028234663852886e38;

/**
 * Encodes a table for trees that another program grows, as this engine will encode the rows that it predicts. Reports
 * the phase `encoding the rows`. Throws TrainingError as `train` does.
 */
export async function encodeForTrees(
  table: Table | TableSource,
  request: TrainRequest,
  hooks: TrainHooks = {},
): Promise<Encoding> {
  const monitor = new Monitor(hooks);
  const training = await prepareElsewhere(table, request, monitor);
  return { plan: planTrees(training), rows: encodeRows(training, planTrees(training)) };
}

async function* encodeRows(training: Training, plan: TreePlan): AsyncGenerator<EncodedRows> {
  const { large, monitor } = training;
  const write = createWriter(training, plan);
  let told = 0;
  for await (const { share, ...rows } of storedRows(training, large!)) {
    if (rows.picked.length > 0) yield write(rows.targets, rows.slots, rows.picked.length);
    if (share - told < 0.005) continue;
    told = share;
    await monitor.report('encoding the rows', 0.05 + 0.2 * share);
  }
  yield* sampleRows(training, write);
}

type Writer = (targets: ArrayLike<number>, slots: readonly Float64Array[], count: number) => EncodedRows;

function createWriter({ settings }: Training, { types, center, unit }: TreePlan): Writer {
  const random = createRandom(settings.seed + 17);
  const width = leading + types.length;
  let isFirst = true;
  return (targets, slots, count) => {
    const cells = new Float32Array(count * width);
    for (let row = 0; row < count; row++) {
      const at = row * width;
      cells[at] = (targets[row] - center) / unit;
      cells[at + 1] = random() < stopShare || isFirst ? 1 : 0;
      isFirst = false;
      for (let slot = 0; slot < slots.length; slot++) cells[at + leading + slot] = asSingle(slots[slot][row]);
    }
    return { rowCount: count, cells };
  };
}

/** XGBoost refuses infinity, which large doubles become in single precision. */
function asSingle(value: number): number {
  return Math.min(largestSingle, Math.max(-largestSingle, value)); // NaN stays NaN
}

interface StoredRows {
  picked: Int32Array;
  targets: Float64Array;
  /** By feature. */
  slots: readonly Float64Array[];
  /** Share of the table that was read. */
  share: number;
}

/** Reads the rows of the table that are not in its sample and have a target. */
async function* storedRows(training: Training, large: LargeTable): AsyncGenerator<StoredRows> {
  const { frame, inputs, target, settings } = training;
  const { source, rows: sampled } = large;
  if (sampled.length === source.rowCount) return;
  const { encoders, features } = encodeFor(frame, rowNumbers(frame.rowCount), settings.seed);
  const readers = inputs.fields.map(({ profile }) => readerOf(large, profile));
  const targetColumn = readerOf(large, target.profile);
  const readTarget = targetReaderOf(target, targetColumn);
  const writers = readers.map((reader, input) => {
    const own = encoders.filter((placed) => placed.input === input);
    const encode = encoderOf(
      reader,
      own.map(({ encoder }) => encoder),
    );
    const places = own.flatMap(({ slot, encoder }) => encoder.features.map((_, place) => slot + place));
    return (cells: ChunkCells, picked: Int32Array, slots: readonly Float64Array[]) =>
      encode(
        cells,
        picked,
        places.map((place) => slots[place]),
      );
  });
  let [start, next] = [0, 0];
  const readings = [targetColumn, ...readers].map(({ reading }) => reading);
  for await (const { rowCount, columns } of source.readChunks(readings)) {
    const [targetCells, ...inputCells] = columns;
    const picked = new Int32Array(rowCount);
    const targets = new Float64Array(rowCount);
    let count = 0;
    for (let index = 0; index < rowCount; index++) {
      if (sampled[next] === start + index) {
        next += 1;
        continue;
      }
      const value = readTarget(targetCells, index);
      if (Number.isNaN(value)) continue;
      picked[count] = index;
      targets[count++] = value;
    }
    start += rowCount;
    const kept = picked.subarray(0, count);
    const slots = features.map(() => new Float64Array(count));
    for (const [input, write] of writers.entries()) write(inputCells[input], kept, slots);
    yield { picked: kept, targets, slots, share: start / source.rowCount };
  }
}

/** The rows of the sample that are learned from; what was encoded by the target is out of fold. */
function* sampleRows({ frame, splits }: Training, write: Writer): Generator<EncodedRows> {
  const [{ encoded, train }] = splits;
  for (let start = 0; start < train.length; start += sampleRowsAtOnce) {
    const rows = train.subarray(start, start + sampleRowsAtOnce);
    const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
    yield write(pick(frame.labels.values), encoded.columns.map(pick), rows.length);
  }
}
