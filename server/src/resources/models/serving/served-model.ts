import { type JsonPiece, JsonRows } from '@sibyl/engine/json-rows/json-rows.ts';
import { type CellNames, prepareNames } from '@sibyl/engine/json-rows/names.ts';
import { placeLayout, type RowLayout, type TakeBytes } from '@sibyl/engine/json-rows/row-texts.ts';
import { clearScratch } from '@sibyl/engine/json-rows/scratch.ts';
import {
  type BackgroundRows,
  type CellProblem,
  type Model,
  type ModelDescription,
  type Predictions,
  type RowCost,
  TooManyIncomplete,
} from '@sibyl/engine/model.ts';
import { mostFaults } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { hintsOf, refuseParamsOfOthers, unknownColumnSentence } from './check-request.ts';
import { GrowingText } from './growing-text.ts';
import { notePiece, noteRows } from './note-rows.ts';
import type { Picks } from './picks.ts';
import { explainedRowsOf, type JsonLimits, pieceRowsOf, quickLimitsOf } from './piece-sizes.ts';
import { compilePieceWriter, type PieceWriter } from './piece-writer.ts';
import { type AskedCells, type PredictRequest, refuseFaults } from './predict-request.ts';
import { refuseEndless, refuseMissing } from './refuse-answers.ts';
import { type AskedRow, type Batch, compileRowWriter, type RowWriter, rowIdColumn } from './row-writer.ts';
import { unfoldRows } from './unfold.ts';

const defaultQuantile = 0.9;

/** Answers to a JSON array of rows, each behind a separator, with one free byte behind them. */
export interface JsonAnswers {
  pieces: Uint8Array<ArrayBuffer>[];
  rows: number;
}

interface JsonAnswering {
  isCancelled?: () => boolean;
  /** Gives memory for each piece. */
  take?: TakeBytes;
}

/** The rows that explanations compare with. */
export interface AnsweredBackground extends BackgroundRows {
  /** Weight of each row; null where there are none. */
  weight: number | null;
}

/** What is prepared with the first JSON text: names of cells, and the writer with its layout for each separator. */
interface JsonWay {
  names: CellNames;
  writer: PieceWriter;
  layouts: Map<string, RowLayout>;
  /** Place of each cell in a row. */
  places: ReadonlyMap<string, number>;
}

/** A model in memory: the trained model and the writer compiled for it. */
export class ServedModel {
  readonly modelId: string;
  readonly projectId: string;
  readonly byteSize: number;
  /** Key of its file. */
  readonly key: string;
  /** Increases with each use; set by the cache. */
  lastUse = 0;
  /** Draws some of the answered rows where the model is watched. Callers say whether an answer was sent. */
  picks: Picks | undefined;
  readonly #model: Model;
  readonly #cost: RowCost;
  readonly #writeRow: RowWriter;
  readonly #known: ReadonlySet<string>;
  /** What is answered on the main thread. */
  readonly quickLimits: JsonLimits;
  #jsonWay: JsonWay | undefined;

  constructor(
    { id, project_id }: { id: string; project_id: string },
    model: Model,
    file: { key: string; byteSize: number },
    cost = model.cost,
  ) {
    this.modelId = id;
    this.projectId = project_id;
    this.byteSize = file.byteSize;
    this.key = file.key;
    this.#model = model;
    this.#writeRow = compileRowWriter(model.description);
    this.#cost = cost;
    this.quickLimits = quickLimitsOf(cost);
    const { inputs, knownColumns, target } = model.description;
    this.#known = new Set([...inputs, ...knownColumns, target, rowIdColumn]);
  }

  get description(): ModelDescription {
    return this.#model.description;
  }

  get decimalMark(): '.' | ',' {
    return this.#model.decimalMark;
  }

  /** Returns the rows that explanations compare with, and the weight of each; none for forecasts and imported models. */
  background(): AnsweredBackground {
    const { rows, hidden } = this.#model.background?.() ?? { rows: [], hidden: [] };
    return { rows, weight: rows.length > 0 ? 1 / rows.length : null, hidden };
  }

  /**
   * Answers a request that costs some milliseconds, so that it blocks nobody; undefined for others. Explanations never
   * do: one row may cost thousands of predictions, and the first one computes the reference rows, which a thread keeps.
   */
  answerQuickly(request: PredictRequest, separator: string): string | Buffer<ArrayBuffer> | undefined {
    const { rows, incomplete } = this.quickLimits;
    if (request.params.explain || this.#countAnswers(request) > rows) return undefined;
    try {
      return this.answer({ ...request, mostIncomplete: incomplete }, separator);
    } catch (error) {
      if (error instanceof TooManyIncomplete) return undefined;
      throw error;
    }
  }

  /** A row of a forecast may ask for each series. */
  #countAnswers({ rows, params }: PredictRequest): number {
    const { task, plan } = this.#model.description;
    return task === 'forecast'
      ? rows.length * Number(plan.series) * Number(params.horizon ?? plan.horizon) +
          (params.history?.length ?? 0) +
          (params.future?.length ?? 0)
      : rows.length;
  }

  /**
   * Returns the JSON of the predicted rows in the order of the request, joined by `separator`; throws for an invalid
   * row.
   */
  answer(request: PredictRequest, separator: string): string | Buffer<ArrayBuffer> {
    this.#check(request);
    return this.answerSome(request, 0, request.rows, separator).text;
  }

  /** Yields the same in texts of many rows, so that the caller may stop in between. */
  *answerInPieces(request: PredictRequest, separator: string): Generator<string | Buffer<ArrayBuffer>> {
    this.#check(request);
    const { rows, params } = request;
    const piece = params.explain ? explainedRowsOf(this.#cost) : pieceRowsOf(this.#cost);
    let { maxAnswers } = request;
    for (let start = 0; start < rows.length; start += piece) {
      const some = rows.slice(start, start + piece);
      const { text, count } = this.answerSome({ ...request, maxAnswers }, start, some, separator);
      maxAnswers -= count;
      yield text;
    }
  }

  /**
   * Answers a JSON array of rows from its bytes, valid UTF-8, without making objects of them. Undefined for anything
   * unusual: other bodies, true values, unknown columns, faults, a caller that is gone; `too_much` beyond the limits.
   * What `answer` does with them then counts.
   */
  answerJson(
    text: Uint8Array,
    separator: string,
    limits: JsonLimits,
    { isCancelled = () => false, take }: JsonAnswering = {},
  ): JsonAnswers | 'too_much' | undefined {
    if (!this.#model.predictPiece) return undefined;
    if (limits.rows < 1) return 'too_much';
    this.#jsonWay ??= this.#prepareJsonWay();
    const { names, writer, layouts, places } = this.#jsonWay;
    if (text.length * names.count > limits.compared) return 'too_much';
    const prepared = layouts.get(separator) ?? writer.layoutOf(separator);
    layouts.set(separator, prepared);
    const scratch = clearScratch();
    const layout = placeLayout(scratch, prepared);
    const reader = JsonRows.open(scratch, text, names);
    const answers: JsonAnswers = { pieces: [], rows: 0 };
    this.picks?.drop();
    const pieceRows = pieceRowsOf(this.#cost);
    while (!isCancelled()) {
      const piece = reader?.read(Math.min(pieceRows, limits.rows - answers.rows + 1));
      answers.rows += piece?.count ?? 0;
      if (!piece) return undefined;
      const predictions = answers.rows > limits.rows ? 'too_much' : this.#predictPiece(piece, limits.incomplete);
      if (predictions === 'too_much') return predictions;
      if (!predictions?.values.every((value) => Number.isFinite(value))) return undefined;
      answers.pieces.push(writer.write(layout, piece, predictions, take));
      if (this.picks) notePiece(this.picks, piece, { predictions, places });
      if (piece.isLast) return answers;
    }
    return undefined;
  }

  #prepareJsonWay(): JsonWay {
    const { inputs, knownColumns, target } = this.#model.description;
    // A model may also read the row ID, or predict it.
    const names = new Set([...inputs, rowIdColumn, ...knownColumns]);
    names.delete(target);
    const cells = [...names];
    const writer = compilePieceWriter(this.#model.description, cells);
    const places = new Map(cells.map((cell, place) => [cell, place]));
    return { names: prepareNames(cells), writer, layouts: new Map(), places };
  }

  #predictPiece(piece: JsonPiece, mostIncomplete: number): Predictions | 'too_much' | undefined {
    try {
      return this.#model.predictPiece?.(piece, { quantile: defaultQuantile, mostIncomplete });
    } catch (error) {
      if (error instanceof TooManyIncomplete) return 'too_much';
      throw error;
    }
  }

  #check(request: PredictRequest): void {
    this.picks?.drop();
    refuseParamsOfOthers(this.#model.description, request.params);
    if (request.params.unknown_columns !== 'ignore') this.#refuseUnknownColumns(request);
  }

  /**
   * Returns the JSON of some rows, of which the first is row `start` of the request, and the number of predictions.
   */
  answerSome(request: PredictRequest, start: number, rows: readonly AskedCells[], separator: string) {
    const { asked, batch } = this.predictSome(request, start, rows);
    return { text: this.#writePiece(asked, batch, separator), count: asked.length };
  }

  /** Predicts some rows. */
  predictSome(
    request: PredictRequest,
    start: number,
    rows: readonly AskedCells[],
  ): { asked: AskedRow[]; batch: Batch } {
    const { params, pointerOf, maxAnswers, mostIncomplete } = request;
    const quantile = params.quantile ?? defaultQuantile;
    const problems: CellProblem[] = [];
    const asked = rows.map((cells, index) => this.#readAsked(cells, index, problems));
    const options = {
      quantile,
      threshold: params.threshold,
      horizon: params.horizon,
      history: params.history,
      future: params.future,
      isCumulative: params.cumulative,
      mostAnswers: maxAnswers,
      mostIncomplete,
    };
    const predictions = this.#model.predict(rows, options, problems);
    refuseFaults(
      problems.map(({ row, column, detail, of }) => ({
        pointer: `${of ? `/params/${of}/${row}` : pointerOf(start + row)}/${escapePointer(column)}`,
        code: 'wrong_type',
        detail,
      })),
    );
    refuseEndless(predictions!, (row) => pointerOf(start + row));
    if (params.missing === 'refuse') refuseMissing(predictions!, (index) => pointerOf(start + index));
    const explanations = params.explain ? this.#model.explain(rows, options, problems)! : null;
    const batch = { predictions: predictions!, explanations, quantile };
    if (this.picks && params.record !== false) noteRows(this.picks, rows, batch.predictions);
    return { asked: unfoldRows(asked, batch.predictions), batch };
  }

  #writePiece(asked: AskedRow[], batch: Batch, separator: string): string | Buffer<ArrayBuffer> {
    const text = new GrowingText();
    for (let index = 0; index < asked.length; index += 1)
      text.add((index > 0 ? separator : '') + this.#writeRow(asked[index], batch, index));
    return text.take();
  }

  #readAsked(cells: AskedCells, row: number, problems: CellProblem[]): AskedRow {
    const { target, classes } = this.#model.description;
    const original = Object.hasOwn(cells, target) ? cells[target] : null;
    if (original === null || original === undefined || original === '')
      return { cells, original: null, truth: undefined };
    const truth = this.#model.readTruth(original);
    if (truth !== undefined) return { cells, original, truth };
    const got = JSON.stringify(original).slice(0, 40);
    if (classes === null)
      problems.push({ row, column: target, detail: `must be a number, or be left out, got ${got}` });
    return { cells, original, truth: -1 };
  }

  #refuseUnknownColumns({ rows, pointerOf }: PredictRequest): void {
    const faults = [];
    const { description } = this.#model;
    const hints = hintsOf(description);
    for (let index = 0; index < rows.length; index += 1) {
      for (const column in rows[index]) {
        if (this.#known.has(column)) continue;
        const pointer = `${pointerOf(index)}/${escapePointer(column)}`;
        faults.push({
          pointer,
          code: 'unknown_column',
          detail: unknownColumnSentence(description, column, faults.length < hints),
        });
        // No more are shown.
        if (faults.length >= mostFaults) refuseFaults(faults);
      }
    }
    refuseFaults(faults);
  }
}
