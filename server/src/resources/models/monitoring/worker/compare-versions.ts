import type { Model } from '@sibyl/engine/model.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { openTableSource } from '../../../../platform/data/inside/table-source.ts';
import { type Compared, type ComparisonRequest, lossOf } from '../../retraining/compare.ts';
import { loadFile } from '../../serving/load-file.ts';
import { askedCell } from './asked-cell.ts';

const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };
/** Rows that are read: the newest. */
const mostRows = 50_000;
const [leastTested, mostTested] = [20, 5000];
const usualShare = 0.2;
const seconds = 20;
/** A probability of 0 would cost endlessly. */
const leastProbability = 1e-6;

/**
 * Compares a version with one that learns as its challenger did, but not from the newest rows, which both are then asked.
 * Undefined where there are too few rows or nothing can be learned.
 */
export async function compareVersions(asked: ComparisonRequest): Promise<Compared | undefined> {
  const { snapshotPath, championPath, championSnapshotPath, request } = asked;
  const { model: champion } = await loadFile(championPath);
  const source = await openTableSource(snapshotPath, readingLimits);
  const first = Math.max(0, source.rowCount - mostRows);
  const { table } = await source.readSample(
    Int32Array.from({ length: source.rowCount - first }, (_, row) => first + row),
  );
  const fresh = source.rowCount - (await openTableSource(championSnapshotPath, readingLimits)).rowCount;
  const isSeen = fresh < leastTested;
  const wanted = isSeen ? Math.round(usualShare * table.rowCount) : Math.max(leastTested, Math.round(fresh / 2));
  const tested = Math.min(mostTested, wanted, Math.floor(table.rowCount / 2));
  if (tested < leastTested) return undefined;
  const learned = partOf(table, 0, table.rowCount - tested);
  const challenger = await train(learned, { ...request, effort: 'quick', timeBudgetSeconds: seconds }).catch(
    () => undefined,
  );
  if (!challenger) return undefined;
  const rows = partOf(table, table.rowCount - tested, table.rowCount);
  return {
    ...compareLosses(lossesOf(champion, rows), lossesOf(challenger, rows)),
    loss: lossOf(champion.description),
    is_seen: isSeen,
  };
}

function partOf({ columns }: Table, from: number, to: number): Table {
  const cut = (column: Column): Column =>
    column.type === 'text'
      ? { ...column, codes: column.codes.slice(from, to) }
      : ({ ...column, values: column.values.slice(from, to) } as Column);
  return { rowCount: to - from, columns: columns.map(cut) };
}

/** Returns the loss of each row; NaN where the truth is missing. */
function lossesOf(model: Model, { rowCount, columns }: Table): Float64Array {
  const { inputs, target, classes } = model.description;
  const read = columns.filter(({ name }) => inputs.includes(name));
  const truths = columns.find(({ name }) => name === target)!;
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(read.map((column) => [column.name, askedCell(column, row)])),
  );
  const predictions = model.predict(rows, {}, []);
  return Float64Array.from({ length: rowCount }, (_, row) => {
    const truth = model.readTruth(askedCell(truths, row));
    if (!predictions || truth === undefined) return Number.NaN;
    if (!classes) return Math.abs(truth - predictions.values[row]);
    const chance = truth < 0 ? 0 : predictions.probabilities![row * classes.length + truth];
    return -Math.log(Math.max(leastProbability, chance));
  });
}

function compareLosses(champion: Float64Array, challenger: Float64Array) {
  const known = [...champion.keys()].filter((row) => !Number.isNaN(champion[row] + challenger[row]));
  const mean = (value: (row: number) => number) => known.reduce((sum, row) => sum + value(row), 0) / known.length;
  const gain = mean((row) => champion[row] - challenger[row]);
  const variance = mean((row) => (champion[row] - challenger[row] - gain) ** 2);
  return {
    rows: known.length,
    champion: mean((row) => champion[row]),
    challenger: mean((row) => challenger[row]),
    gain,
    standard_error: Math.sqrt(variance / Math.max(1, known.length - 1)),
  };
}
