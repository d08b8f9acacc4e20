import { encodeFor } from '../encoding/frame.ts';
import { cellsFor, fillBins } from '../large-tables/fill-bins.ts';
import type { LargeTable } from '../large-tables/large-table.ts';
import { readerOf } from '../large-tables/read-input.ts';
import { readAllTargets } from '../large-tables/read-target.ts';
import { keepBins, treeFeatures } from '../learners/boosting/bins.ts';
import type { Split } from '../learners/contract.ts';
import { rowNumbers } from '../random.ts';
import type { Training } from '../training/prepare.ts';
import { planBins } from '../trees/binning/bin-features.ts';
import { type BinWriter, openBins } from '../trees/binning/bin-writer.ts';
import type { BinnedFeature } from '../trees/state/binned-features.ts';
import { chooseRows } from './plan-growth.ts';

const maxBins = 255;

/**
 * Reads about `rowCount` rows of the table into the bins of one split: rows from storage first, then those of the
 * sample, which keep their out-of-fold encodings and validation rows. Undefined when `goesOn` ended it.
 */
export async function readAll(
  training: Training,
  large: LargeTable,
  rowCount: number,
  goesOn: (share: number) => Promise<boolean>,
): Promise<Split | undefined> {
  const { frame, target, inputs, settings, splits, monitor } = training;
  const { source } = large;
  const isKept = chooseRows(large, rowCount);
  const keptCount = isKept.reduce((sum, kept) => sum + kept, 0);
  const plans = Array.from(treeFeatures(splits[0].encoded), (feature) => planBins(feature, maxBins));
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
  addSampleRows(training, writer, plans, kept);
  return splitOf(training, writer, kept, splits[0]);
}

function addSampleRows(
  { frame, splits }: Training,
  writer: BinWriter,
  plans: readonly BinnedFeature[],
  start: number,
): void {
  writer.targets.set(frame.labels.values, start);
  for (const [feature, values] of splits[0].encoded.columns.entries())
    writer.write(feature, start, cellsFor(plans[feature], values));
}

function splitOf({ frame }: Training, writer: BinWriter, kept: number, { train, validation, ...split }: Split): Split {
  const { rows } = writer;
  for (let row = 0; row < kept; row++) rows[row] = row;
  for (const [place, row] of [...train, ...validation].entries()) rows[kept + place] = kept + row;
  const trained = kept + train.length;
  // The columns exist only as bins.
  const encoded = { ...split.encoded, columns: [] };
  keepBins(encoded, writer.binned);
  return {
    ...split,
    encoded,
    labels: { ...frame.labels, values: writer.targets },
    train: rows.subarray(0, trained),
    validation: rows.subarray(trained, trained + validation.length),
  };
}
