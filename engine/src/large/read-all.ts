import { keepBins } from '../boosting/bins.ts';
import { encodeFor } from '../encoding/frame.ts';
import { rowNumbers } from '../random.ts';
import type { Sample } from '../selection/candidate.ts';
import type { Training } from '../training/prepare.ts';
import { type BinWriter, openBins } from '../trees/bin-writer.ts';
import { cellsFor, fillBins } from './fill-bins.ts';
import type { LargeTable } from './large-table.ts';
import type { GrowthPlan } from './plan-growth.ts';
import { type ColumnReader, readerOf } from './read-input.ts';
import { readAllTargets } from './read-target.ts';

/**
 * The whole table as one sample, in bins: rows from storage first, then those of the small sample, which keep what was
 * encoded for them out of fold, and of which the same ones are held out. Undefined when `goesOn` ended the reading.
 */
export async function readAll(
  training: Training,
  large: LargeTable,
  plan: GrowthPlan,
  goesOn: (share: number) => Promise<boolean>,
): Promise<Sample | undefined> {
  const { frame, target, inputs, settings, samples, monitor } = training;
  const { source } = large;
  const writer = openBins(plan.bins, plan.keptCount + frame.rowCount);
  const kept = await readAllTargets({
    source,
    target,
    reader: readerFor(large, target.profile),
    isKept: plan.isKept,
    into: writer.targets,
    pause: monitor.pause,
  });
  const isWhole = await fillBins({
    source,
    writer,
    plans: plan.bins,
    readers: inputs.fields.map(({ profile }) => readerFor(large, profile)),
    encoders: encodeFor(frame, rowNumbers(frame.rowCount), settings.seed).encoders,
    isKept: plan.isKept,
    goesOn,
  });
  if (!isWhole) return undefined;
  addSample(training, writer, plan, kept);
  return sampleOf(training, writer, kept, samples[0]);
}

function readerFor({ sample }: LargeTable, profile: Training['target']['profile']): ColumnReader {
  const column = sample.columns.find(({ name }) => name === profile.name);
  if (!column) throw new RangeError(`The sample has no column "${profile.name}".`);
  return readerOf(profile, column);
}

function addSample({ frame, samples }: Training, writer: BinWriter, { bins }: GrowthPlan, start: number): void {
  writer.targets.set(frame.labels.values, start);
  for (const [feature, values] of samples[0].encoded.columns.entries())
    writer.write(feature, start, cellsFor(bins[feature], values));
}

function sampleOf({ frame }: Training, writer: BinWriter, kept: number, { train, held, ...sample }: Sample): Sample {
  const { rows } = writer;
  for (let row = 0; row < kept; row++) rows[row] = row;
  for (const [place, row] of [...train, ...held].entries()) rows[kept + place] = kept + row;
  const trained = kept + train.length;
  // The columns are in the bins alone.
  const encoded = { ...sample.encoded, columns: [] };
  keepBins(encoded, writer.finish());
  return {
    ...sample,
    encoded,
    labels: { ...frame.labels, values: writer.targets },
    train: rows.subarray(0, trained),
    held: rows.subarray(trained, trained + held.length),
  };
}
