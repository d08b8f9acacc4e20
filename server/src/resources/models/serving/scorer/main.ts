/**
 * Predicts outside of the service: the program of the Python package `sibyl-scorer`, bundled into one file by
 * `scripts/build-scorer.ts`. It reads a line of JSON from standard input and answers it by a line.
 */
import { readFile } from 'node:fs/promises';
import { loadModel } from '@sibyl/engine/load.ts';
import { ServiceError } from '../../../../errors.ts';
import { readTextLines } from '../../../../platform/data/text-lines.ts';
import { sha256 } from '../../sha256.ts';
import { refuseParamsOfOthers, refuseUnknownColumns } from '../check-request.ts';
import { predictionColumns } from '../files/prediction-columns.ts';
import { type AskedCells, type PredictParams, readPredictRequest } from '../predict-request.ts';
import { ServedModel } from '../served-model.ts';

/** A line of input: rows to answer as JSON, or a batch of rows with these columns that `Cells` follow. */
type Line = { rows: AskedCells[]; params: PredictParams } | { names: string[]; params: PredictParams } | Cells;

/** Rows as arrays, after `start` others of the same batch. */
interface Cells {
  start: number;
  cells: unknown[][];
}

/** Explanations cost thousands of predictions a row. */
const explainedAtOnce = 10;

function createScorer(model: ServedModel) {
  let batch = openBatch(model, { names: [], params: {} });
  return (line: Line): object => {
    if ('rows' in line) return { answers: JSON.parse(answerRows(model, line)) };
    if ('cells' in line) return { figures: batch.score(line) };
    batch = openBatch(model, line);
    return { columns: batch.columns.map(({ name, type }) => ({ name, type })) };
  };
}

function answerRows(model: ServedModel, { rows, params }: { rows: AskedCells[]; params: PredictParams }): string {
  const request = readPredictRequest({ data: rows, params }, Number.MAX_SAFE_INTEGER);
  return `[${[...model.answerInPieces(request, ',')].filter(({ length }) => length > 0).join(',')}]`;
}

function openBatch(model: ServedModel, { names, params }: { names: string[]; params: PredictParams }) {
  const { description } = model;
  refuseParamsOfOthers(description, params);
  refuseUnknownColumns(description, names, params);
  const columns = predictionColumns(description, { sent: names, explain: params.explain === true });
  const request = {
    rows: [],
    params,
    maxAnswers: Number.MAX_SAFE_INTEGER,
    pointerOf: (index: number) => `/${index}`,
  };
  return {
    columns,
    score({ start, cells }: Cells): unknown[][] {
      const rows = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
      const size = params.explain ? explainedAtOnce : rows.length;
      const figures: unknown[][] = [];
      for (let at = 0; at < rows.length; at += size) {
        const { asked, batch } = model.predictSome(request, start + at, rows.slice(at, at + size));
        for (const [index, one] of asked.entries()) figures.push(columns.map(({ read }) => read(one, batch, index)));
      }
      return figures;
    },
  };
}

/** Says which row and cell are at fault. */
function explain(error: unknown): string {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error);
  const [fault] = error.errors ?? [];
  const [, row, column] = /^\/(?:data\/)?(\d+)(?:\/(.*))?$/.exec(fault?.pointer ?? '') ?? [];
  if (row === undefined) return error.message;
  return `Row ${Number(row) + 1}: ${column === undefined ? '' : `${column} `}${fault.detail}.`;
}

function write(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function main(path: string): Promise<void> {
  const bytes = await readFile(path);
  const model = loadModel(bytes, sha256);
  const served = new ServedModel({ id: '', project_id: '' }, model, { key: '', byteSize: bytes.length });
  const answer = createScorer(served);
  write({ description: model.description });
  for await (const line of readTextLines(process.stdin)) {
    try {
      write(answer(JSON.parse(line)));
    } catch (error) {
      write({ error: explain(error) });
    }
  }
}

main(process.argv[2]).catch((error) => {
  write({ error: explain(error) });
  process.exitCode = 1;
});
