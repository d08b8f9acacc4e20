import { encodeFor } from '../encoding/frame.ts';
import { cellsFor, fillBins } from '../large-tables/fill-bins.ts';
import type { LargeTable } from '../large-tables/large-table.ts';
import { readerOf } from '../large-tables/read-input.ts';
import { readAllTargets } from '../large-tables/read-target.ts';
import { keepBins, treeFeatures } from '../learners/boosting/bins.ts';
import type { Sample } from '../learners/contract.ts';
import { rowNumbers } from '../random.ts';
import type { Training } from '../training/prepare.ts';
import { planBins } from '../trees/binning/bin-features.ts';
import { type BinWriter, openBins } from '../trees/binning/bin-writer.ts';
import type { BinnedFeature } from '../trees/state/binned-features.ts';
import { chooseRows } from './plan-growth.ts';

const maxBins = 255;

/**
 * About `rowCount` rows of the table as one sample, in bins: rows from storage first, then those of the small sample, which
 * keep what was encoded for them out of fold, and of which the same ones are held out. Undefined when `goesOn` ended it.
 */
export async function readAll(
  training: Training,
  large: LargeTable,
  rowCount: number,
  goesOn: (share: number) => Promise<boolean>,
): Promise<Sample | undefined> {
  const { frame, target, inputs, settings, samples, monitor } = training;
  const { source } = large;
  const isKept = chooseRows(large, rowCount);
  const keptCount = isKept.reduce((sum, kept) => sum + kept, 0);
  const plans = Array.from(treeFeatures(samples[0].encoded), (feature) => planBins(feature, maxBins));
  const writer = openBins(plans, keptCount + frame.rowCount);
  const kept = await readAllTargets({
    source,
    target,
    reader: readerOf(large, target.profile),
    isKept,
    into: writer.targets,
    pause: monitor.pause,
  });
  const isWhole = await fillBins({
    source,
    writer,
    plans,
    readers: inputs.fields.map(({ profile }) => readerOf(large, profile)),
    encoders: encodeFor(frame, rowNumbers(frame.rowCount), settings.seed).encoders,
    isKept,
    goesOn,
  });
  if (!isWhole) return undefined;
  addSample(training, writer, plans, kept);
  return sampleOf(training, writer, kept, samples[0]);
}

function addSample(
  { frame, samples }: Training,
  writer: BinWriter,
  plans: readonly BinnedFeature[],
  start: number,
): void {
  writer.targets.set(frame.labels.values, start);
  for (const [feature, values] of samples[0].encoded.columns.entries())
    writer.write(feature, start, cellsFor(plans[feature], values));
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
