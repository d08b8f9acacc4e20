import { clearDesk } from '@sibyl/engine/json-rows/desk.ts';
import { type JsonPiece, JsonRows } from '@sibyl/engine/json-rows/json-rows.ts';
import { type CellNames, prepareNames } from '@sibyl/engine/json-rows/names.ts';
import { placeLayout, type RowLayout } from '@sibyl/engine/json-rows/row-texts.ts';
import type { BackgroundRows, CellProblem, Model, ModelDescription, Predictions } from '@sibyl/engine/model.ts';
import { mostFaults, ServiceError } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { GrowingText } from './growing-text.ts';
import { compilePieceWriter, type PieceWriter } from './piece-writer.ts';
import { refuseParamsOfOthers, strangerSentence } from './question-checks.ts';
import { type AskedCells, type Question, refuseFaults } from './questions.ts';
import { type AskedRow, type Batch, compileRowWriter, type RowWriter, rowIdColumn } from './row-writer.ts';
import { unfoldRows } from './unfold.ts';

const defaultQuantile = 0.9;
/** Maximum rows answered on the main thread. */
const quickRows = 1000;
/** Maximum of these that lack inputs which training knew: each costs up to a millisecond. */
const quickIncompleteRows = 10;
/** Training knew a column when its share of missing cells was below this. */
const fewMissing = 0.05;
/** Rows predicted at a time. */
const pieceRows = 1000;
const explainedPieceRows = 10;

/** What a request may ask of `ServedModel.answerJson`. */
export interface JsonLimits {
  rows: number;
  /** Rows that lack inputs which training knew. */
  incomplete: number;
}

/** Limits of what is answered on the main thread. */
export const quickLimits: JsonLimits = { rows: quickRows, incomplete: quickIncompleteRows };

/** Answers to a JSON array of rows, each behind a separator, with one free byte behind them. */
export interface JsonAnswers {
  pieces: Uint8Array<ArrayBuffer>[];
  rows: number;
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
  readonly #model: Model;
  readonly #writeRow: RowWriter;
  readonly #known: ReadonlySet<string>;
  /** Inputs without which a row is incomplete. */
  readonly #expected: readonly string[];
  #jsonWay: JsonWay | undefined;

  constructor(
    { id, project_id }: { id: string; project_id: string },
    model: Model,
    file: { key: string; byteSize: number },
  ) {
    this.modelId = id;
    this.projectId = project_id;
    this.byteSize = file.byteSize;
    this.key = file.key;
    this.#model = model;
    this.#writeRow = compileRowWriter(model.description);
    const { inputs, knownColumns, target, features, rowCount } = model.description;
    const isExpected = new Set(
      features.filter(({ missing }) => missing < fewMissing * rowCount).map(({ column }) => column),
    );
    this.#expected = inputs.filter((name) => isExpected.has(name));
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
   * Returns whether a question costs at most about five milliseconds, so that it blocks nobody. Explanations never do:
   * one row may cost thousands of predictions, and the first one computes the reference rows, which a thread keeps.
   */
  isQuick({ rows, params }: Question): boolean {
    if (params.explain) return false;
    const { task, plan } = this.#model.description;
    if (task !== 'forecast') return rows.length <= quickRows && !this.#hasManyIncomplete(rows);
    return rows.length * Number(plan.series) * Number(params.horizon ?? plan.horizon) <= quickRows;
  }

  #hasManyIncomplete(rows: Question['rows']): boolean {
    if (rows.length <= quickIncompleteRows) return false;
    const isIncomplete = (row: AskedCells) => this.#expected.some((name) => row[name] == null);
    let count = 0;
    for (const row of rows) if (isIncomplete(row) && ++count > quickIncompleteRows) return true;
    return false;
  }

  /**
   * Returns the JSON of the predicted rows in the order of the question, joined by `separator`; throws for an invalid
   * row.
   */
  answer(question: Question, separator: string): string | Buffer<ArrayBuffer> {
    this.#check(question);
    return this.answerSome(question, 0, question.rows, separator).text;
  }

  /** Yields the same in texts of many rows, so that the caller may stop in between. */
  *answerInPieces(question: Question, separator: string): Generator<string | Buffer<ArrayBuffer>> {
    this.#check(question);
    const { rows, params } = question;
    const piece = params.explain ? explainedPieceRows : pieceRows;
    let { maxAnswers } = question;
    for (let start = 0; start < rows.length; start += piece) {
      const some = rows.slice(start, start + piece);
      const { text, count } = this.answerSome({ ...question, maxAnswers }, start, some, separator);
      maxAnswers -= count;
      yield text;
    }
  }

  /**
   * Answers a JSON array of rows from its bytes, valid UTF-8, without making objects of them. Undefined for anything
   * unusual: other bodies, true values, unknown columns, faults, more than the limits, a caller that is gone. What
   * `answer` does with them then counts.
   */
  answerJson(
    text: Uint8Array,
    separator: string,
    limits: JsonLimits,
    isCancelled: () => boolean = () => false,
  ): JsonAnswers | undefined {
    if (!this.#model.predictPiece) return undefined;
    this.#jsonWay ??= this.#prepareJsonWay();
    const { names, writer, layouts } = this.#jsonWay;
    const prepared = layouts.get(separator) ?? writer.layoutOf(separator);
    layouts.set(separator, prepared);
    const desk = clearDesk();
    const layout = placeLayout(desk, prepared);
    const reader = JsonRows.open(desk, text, names);
    const answers: JsonAnswers = { pieces: [], rows: 0 };
    while (!isCancelled()) {
      const piece = reader?.read(pieceRows);
      answers.rows += piece?.count ?? 0;
      if (!piece || answers.rows > limits.rows || this.#countIncomplete(piece) > limits.incomplete) return undefined;
      const predictions = this.#model.predictPiece(piece, { quantile: defaultQuantile });
      if (!predictions?.values.every((value) => Number.isFinite(value))) return undefined;
      answers.pieces.push(writer.write(layout, piece, predictions));
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
    return { names: prepareNames(cells), writer, layouts: new Map() };
  }

  #countIncomplete(piece: JsonPiece): number {
    const { inputs } = this.#model.description;
    const columns = this.#expected.map((name) => inputs.indexOf(name));
    let count = 0;
    for (let row = 0; row < piece.count; row += 1)
      if (columns.some((column) => piece.isNull(row * piece.width + column))) count += 1;
    return count;
  }

  #check(question: Question): void {
    refuseParamsOfOthers(this.#model.description, question.params);
    if (question.params.unknown_columns !== 'ignore') this.#refuseUnknownColumns(question);
  }

  /**
   * Returns the JSON of some rows, of which the first is row `start` of the question, and the number of predictions.
   */
  answerSome(question: Question, start: number, rows: readonly AskedCells[], separator: string) {
    const { asked, batch } = this.predictSome(question, start, rows);
    return { text: this.#writePiece(asked, batch, separator), count: asked.length };
  }

  /** Predicts some rows. */
  predictSome(question: Question, start: number, rows: readonly AskedCells[]): { asked: AskedRow[]; batch: Batch } {
    const { params, pointerOf, maxAnswers } = question;
    const quantile = params.quantile ?? defaultQuantile;
    const problems: CellProblem[] = [];
    const asked = rows.map((cells, index) => this.#readAsked(cells, index, problems));
    const options = { quantile, threshold: params.threshold, horizon: params.horizon, mostAnswers: maxAnswers };
    const predictions = this.#model.predict(rows, options, problems);
    refuseFaults(
      problems.map(({ row, column, detail }) => ({
        pointer: `${pointerOf(start + row)}/${escapePointer(column)}`,
        code: 'wrong_type',
        detail,
      })),
    );
    refuseEndless(predictions!, (row) => pointerOf(start + row));
    if (params.missing === 'refuse') refuseMissing(predictions!, (index) => pointerOf(start + index));
    const explanations = params.explain ? this.#model.explain(rows, options, problems)! : null;
    const batch = { predictions: predictions!, explanations, quantile };
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

  #refuseUnknownColumns({ rows, pointerOf }: Question): void {
    const faults = [];
    for (let index = 0; index < rows.length; index += 1) {
      for (const column in rows[index]) {
        if (this.#known.has(column)) continue;
        const pointer = `${pointerOf(index)}/${escapePointer(column)}`;
        faults.push({ pointer, code: 'unknown_column', detail: strangerSentence(this.#model.description, column) });
        // Looking for a near name takes long, and no more are shown.
        if (faults.length >= mostFaults) refuseFaults(faults);
      }
    }
    refuseFaults(faults);
  }
}

/** Refuses a row without a finite prediction: an imported model can give one far from its training data. */
function refuseEndless({ values, unfolding, count }: Predictions, pointerOf: (row: number) => string): void {
  for (let answer = 0; answer < count; answer += 1) {
    if (Number.isFinite(values[answer])) continue;
    const pointer = pointerOf(unfolding ? unfolding.askedRows[answer] : answer);
    const detail = 'is answered with no finite number by the model; leave out the cells that are far from all others';
    throw new ServiceError('prediction_not_finite', `The row ${detail}.`, {
      errors: [{ pointer, code: 'not_finite', detail }],
    });
  }
}

function refuseMissing({ unknown }: Predictions, pointerOf: (index: number) => string): void {
  const faults = [...(unknown ?? [])].flatMap(([index, { inputs, unseen }]) => {
    const refused = new Set([...inputs, ...Object.keys(unseen)]);
    return Array.from(refused, (column) => ({
      pointer: `${pointerOf(index)}/${escapePointer(column)}`,
      ...(Object.hasOwn(unseen, column)
        ? {
            code: 'unseen_value',
            detail: `must be a category that training saw, got ${JSON.stringify(unseen[column])}`,
          }
        : { code: 'missing', detail: 'must be given: `params.missing` is `refuse`' }),
    }));
  });
  refuseFaults(faults.slice(0, mostFaults));
}
