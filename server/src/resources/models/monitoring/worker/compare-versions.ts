import type { Judged } from '@sibyl/engine/comparison/align-classes.ts';
import { answerRows } from '@sibyl/engine/comparison/answer-rows.ts';
import { compareAnswers } from '@sibyl/engine/comparison/compare-answers.ts';
import type { Model } from '@sibyl/engine/model.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { qualityOf } from '@sibyl/engine/training/quality.ts';
import { openTableSource } from '../../../../platform/data/worker/table-source.ts';
import { type Compared, type ComparisonRequest, lossOf } from '../../retraining/compare.ts';
import { loadFile } from '../../serving/load-file.ts';
import { askedCell } from './asked-cell.ts';

const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };
/** Rows that are read: the newest. */
const mostRows = 50_000;
const [leastTested, mostTested] = [20, 5000];
const usualShare = 0.2;
const seconds = 20;

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
  // Few kinds are tried, as wherever a version grows on.
  const quality = request.candidates ? qualityOf(request) : 'fast';
  const challenger = await train(learned, { ...request, quality, timeBudgetSeconds: seconds }).catch(() => undefined);
  if (!challenger) return undefined;
  const rows = partOf(table, table.rowCount - tested, table.rowCount);
  const loss = lossOf(champion.description);
  const compared = compareLosses(champion, challenger, rows, loss);
  return compared && { ...compared, loss, is_seen: isSeen };
}

function partOf({ columns }: Table, from: number, to: number): Table {
  const cut = (column: Column): Column =>
    column.type === 'text'
      ? { ...column, codes: column.codes.slice(from, to) }
      : ({ ...column, values: column.values.slice(from, to) } as Column);
  return { rowCount: to - from, columns: columns.map(cut) };
}

function compareLosses(champion: Model, challenger: Model, table: Table, loss: Compared['loss']) {
  const judged = [champion, challenger].map((model) => judge(model, table));
  if (!judged[0] || !judged[1]) return undefined;
  const compared = compareAnswers(
    judged[0],
    judged[1],
    Int32Array.from({ length: table.rowCount }, (_, row) => row),
  );
  const figure = compared?.figures.find(({ metric }) => metric === loss);
  if (!compared || !figure) return undefined;
  const { value, other, difference, standard_error } = figure;
  return { rows: compared.rows, champion: value, challenger: other, gain: difference, standard_error };
}

function judge(model: Model, { rowCount, columns }: Table): Judged | undefined {
  const { inputs, target, classes } = model.description;
  const read = columns.filter(({ name }) => inputs.includes(name));
  const truths = columns.find(({ name }) => name === target)!;
  const numbers = Array.from({ length: rowCount }, (_, row) => row);
  const rows = numbers.map((row) => Object.fromEntries(read.map((column) => [column.name, askedCell(column, row)])));
  const answered = answerRows(
    model,
    rows,
    numbers.map((row) => askedCell(truths, row)),
  );
  return answered && { answered, classes };
}
