import { SibylError } from '../error.ts';
import { readLines } from '../lines.ts';
import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Model, ModelOptions, PredictParams, Query, Row, Source, Uses } from '../types.ts';

export type PredictedValue = number | string | boolean | null;

/** A row as sent, with the prediction under the name of the target. */
export type Prediction<Target extends string = string, Value = PredictedValue> = Row &
  (string extends Target
    ? unknown
    : { [Key in Target]: Value } & { [Key in `${Target}_confidence`]: number | null } & {
        [Key in `${Target}_min` | `${Target}_max`]: number | null;
      } & { [Key in `${Target}_anomaly`]: boolean | null } & { [Key in `${Target}_explain`]: string } & {
        [Key in `${Target}_probabilities`]?: Record<string, number>;
      });

/** The data to learn from. */
export type TrainingSource =
  | { table: string; name?: string }
  | { sql: string; connection?: string; name: string }
  | { rows: readonly object[]; name: string };

/** The default `name` consists of table and target. */
export type Training<Target extends string> = TrainingSource & { predict: Target; options?: ModelOptions };

export interface TrainingProgress {
  status: Model['status'];
  version: number;
  phase: string;
  /** Progress of the whole training, 0 to 1. */
  fraction: number;
  eta_seconds: number | null;
  best_score: number | null;
}

const ended = new Set<string>(['complete', 'failed', 'cancelled']);

/** The models of a project. */
export class Models {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listModels'>, options?: CallOptions): List<Model> {
    return this.#sibyl.list('listModels', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Starts a training and returns its record; `train` returns a handle instead. */
  create(body: Body<'createModel'>, options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('createModel', { path: this.#path, body, ...options });
  }

  /** Starts a training; follow it with the model's `progress()` and `waitUntilTrained()`. */
  async train<const Target extends string, Value = PredictedValue>(
    training: Training<Target>,
    options?: CallOptions,
  ): Promise<ModelHandle<Target, Value>> {
    const record = await this.create(creationOf(training), options);
    return new ModelHandle(this.#sibyl, this.#path.projectName, record.name);
  }

  /** Imports an exported model file, or one of XGBoost (JSON) or LightGBM (text). */
  import(
    name: string,
    file: Source,
    query?: Omit<Query<'importModel'>, 'name'>,
    options?: CallOptions,
  ): Promise<Model> {
    const body = typeof file === 'string' ? new Blob([file]) : file;
    return this.#sibyl.call('importModel', { path: this.#path, query: { ...query, name }, body, ...options });
  }
}

/** One model. */
export class ModelHandle<Target extends string = string, Value = PredictedValue> {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; modelName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, modelName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, modelName };
    this.name = modelName;
  }

  get(options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('getModel', { path: this.#path, ...options });
  }

  /** Chooses the active version, and how the model is watched and retrained. */
  update(body: Body<'updateModel'>, options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('updateModel', { path: this.#path, body, ...options });
  }

  /** Returns the names of what needs it. */
  uses(options?: CallOptions): Promise<Uses> {
    return this.#sibyl.call('getModelUses', { path: this.#path, ...options });
  }

  /** It lies in the trash first, unless `{permanently: true}`. */
  delete(query?: Query<'deleteModel'>, options?: CallOptions) {
    return this.#sibyl.call('deleteModel', { path: this.#path, query: query ?? {}, ...options });
  }

  versions(options?: CallOptions): Promise<Model[]> {
    return this.#sibyl.call('listModelVersions', { path: this.#path, ...options });
  }

  /** Trains a new version; source and options default to the former ones. */
  retrain(body: Body<'retrainModel'> = {}, options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('retrainModel', { path: this.#path, body, ...options });
  }

  /** Fits what the active version is made of again, on the rows that the source has now: quicker than a retraining. */
  grow(body: Body<'growModel'> = {}, options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('growModel', { path: this.#path, body, ...options });
  }

  /** Cancels the training. */
  cancel(options?: CallOptions): Promise<Model> {
    return this.#sibyl.call('cancelModelTraining', { path: this.#path, ...options });
  }

  /** Returns one prediction per row, in order; for a forecast one per time. */
  async predict(
    rows: readonly object[],
    params?: PredictParams,
    options?: CallOptions,
  ): Promise<Prediction<Target, Value>[]> {
    const body = questionOf(rows, params);
    const answer = await this.#sibyl.call('predict', { path: this.#path, body, ...options });
    return answer as Prediction<Target, Value>[];
  }

  /** Yields predictions as they arrive, so that many rows need little memory. */
  async *predictEach(
    rows: readonly object[],
    params?: PredictParams,
    options?: CallOptions,
  ): AsyncGenerator<Prediction<Target, Value>, void> {
    const body = questionOf(rows, params);
    const headers = { accept: 'application/x-ndjson', ...options?.headers };
    const response = await this.#sibyl.response('predict', { path: this.#path, body, ...options, headers });
    yield* readLines<Prediction<Target, Value>>(response, options?.signal);
  }

  /**
   * Predicts the rows of a file (`type`: `text/csv`, `application/x-ndjson`, Parquet, .xlsx). The response is a file of
   * that type, or of the type in `options.headers.accept`.
   */
  predictFile(file: Source, type: string, query?: Query<'predict'>, options?: CallOptions): Promise<Response> {
    const body = (typeof file === 'string' ? new Blob([file]) : file) as never;
    const headers = { accept: '*/*', ...options?.headers, 'content-type': type };
    return this.#sibyl.response('predict', { path: this.#path, query: query ?? {}, body, ...options, headers });
  }

  /** Starts predictions for a whole table or query; `getPredictions` returns the progress. */
  createPredictions(body: Body<'createPredictions'>, options?: CallOptions) {
    return this.#sibyl.call('createPredictions', { path: this.#path, body, ...options });
  }

  listPredictions(options?: CallOptions) {
    return this.#sibyl.call('listPredictions', { path: this.#path, ...options });
  }

  getPredictions(predictionId: string, options?: CallOptions) {
    return this.#sibyl.call('getPredictions', { path: { ...this.#path, predictionId }, ...options });
  }

  /** Returns the result as a file: Parquet, or `format`. */
  downloadPredictions(
    predictionId: string,
    query?: Query<'downloadPredictions'>,
    options?: CallOptions,
  ): Promise<Response> {
    const path = { ...this.#path, predictionId };
    return this.#sibyl.response('downloadPredictions', { path, query: query ?? {}, ...options });
  }

  /** Deletes the batch, cancelling it first if it runs. */
  deletePredictions(predictionId: string, options?: CallOptions) {
    return this.#sibyl.call('deletePredictions', { path: { ...this.#path, predictionId }, ...options });
  }

  /** Returns a description of the model: `info`, or the given attribute. */
  describe(attribute?: Query<'describe'>['attribute'], options?: CallOptions): Promise<Row[]> {
    const query = attribute === undefined ? {} : { attribute };
    return this.#sibyl.call('describe', { path: this.#path, query, ...options });
  }

  /** Returns the rows that contributions compare with, and the weight of each. */
  background(options?: CallOptions) {
    return this.#sibyl.call('getModelBackground', { path: this.#path, ...options });
  }

  /** Returns what a watched model was asked and answered, by windows. */
  monitoring(query?: Query<'getModelMonitoring'>, options?: CallOptions) {
    return this.#sibyl.call('getModelMonitoring', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns in which rows a watched model errs more, by the values of each column. */
  errors(query?: Query<'getModelErrors'>, options?: CallOptions) {
    return this.#sibyl.call('getModelErrors', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns rows that a watched model predicted, drawn at random. */
  sample(query?: Query<'getModelSample'>, options?: CallOptions) {
    return this.#sibyl.call('getModelSample', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Tells a watched model what was true: rows with the target, and the ID of the row or its cells. */
  sendTruths(body: Body<'sendTruths'>, options?: CallOptions) {
    return this.#sibyl.call('sendTruths', { path: this.#path, body, ...options });
  }

  /** Compares it with another model of its target, `name` or `name@2`, or with another of its versions, `@2`. */
  compare(other: string, options?: CallOptions) {
    return this.#sibyl.call('compareModels', { path: this.#path, query: { with: other }, ...options });
  }

  /** Returns the last retrained version beside the one that answers. */
  challenger(options?: CallOptions) {
    return this.#sibyl.call('getChallenger', { path: this.#path, ...options });
  }

  /** Lets a waiting version answer. */
  acceptChallenger(options?: CallOptions) {
    return this.#sibyl.call('acceptChallenger', { path: this.#path, ...options });
  }

  rejectChallenger(options?: CallOptions) {
    return this.#sibyl.call('rejectChallenger', { path: this.#path, ...options });
  }

  /** Returns the report as a page: `await writeFile('report.html', (await model.report()).body)`. */
  report(options?: CallOptions): Promise<Response> {
    const headers = { accept: 'text/html', ...options?.headers };
    return this.#sibyl.response('getModelReport', { path: this.#path, ...options, headers });
  }

  /** Yields the record at every change until the training has ended in any way. Survives lost connections. */
  async *watch(options: CallOptions = {}): AsyncGenerator<Model, void> {
    let last = '';
    const events = this.#sibyl.follow('watchModel', { path: this.#path, ...options }, ({ event }) => ended.has(event));
    for await (const { data } of events) {
      if (data !== last) yield JSON.parse(data) as Model;
      last = data;
    }
  }

  /**
   * Yields the training's progress at every change.
   * @throws SibylError `training_failed` or `training_cancelled`
   */
  async *progress(options?: CallOptions): AsyncGenerator<TrainingProgress, void> {
    for await (const record of this.watch(options)) {
      yield progressOf(record);
      throwIfFailed(record);
    }
  }

  /**
   * Resolves with the record of the trained model.
   * @throws SibylError `training_failed` or `training_cancelled`
   */
  async waitUntilTrained(
    options: CallOptions & { onProgress?: (progress: TrainingProgress) => void } = {},
  ): Promise<Model> {
    const { onProgress, ...rest } = options;
    let last: Model | undefined;
    for await (const record of this.watch(rest)) {
      onProgress?.(progressOf(record));
      throwIfFailed(record);
      last = record;
    }
    return last ?? this.get(rest);
  }

  /** Returns the model as a file: `await writeFile('model.json', (await model.export()).body)`. */
  export(options?: CallOptions): Promise<Response> {
    return this.#sibyl.response('exportModel', { path: this.#path, ...options });
  }
}

/** Sends bare rows if possible, so that pointers in errors match the caller's rows. */
function questionOf(rows: readonly object[], params: PredictParams | undefined): Body<'predict'> {
  return params ? { data: rows, params } : [...rows];
}

function creationOf({ predict, name, options, ...source }: Training<string>): Body<'createModel'> {
  const from = ('rows' in source ? { rows: source.rows } : source) as Body<'createModel'>['from'];
  const table = 'table' in source ? source.table : 'model';
  return { name: name ?? nameOf(table, predict), predict, from, ...(options ? { options } : {}) };
}

/** Names consist of letters, digits, `_` and `-`, but columns may contain anything. */
function nameOf(table: string, target: string): string {
  const words = `${table}_${target}`.normalize('NFKD').replace(/\p{M}/gu, '');
  return words
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 128);
}

function progressOf({ status, version, progress }: Model): TrainingProgress {
  const {
    phase = status,
    fraction = status === 'complete' ? 1 : 0,
    eta_seconds = null,
    best_score = null,
  } = progress ?? {};
  return { status, version, phase, fraction, eta_seconds, best_score };
}

function throwIfFailed({ name, status, error }: Model): void {
  if (status === 'failed')
    throw new SibylError({ code: 'training_failed', detail: error ?? `The training of ${name} failed.` });
  if (status === 'cancelled')
    throw new SibylError({ code: 'training_cancelled', detail: `The training of ${name} was cancelled.` });
}
