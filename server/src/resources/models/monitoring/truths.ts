import { setImmediate as turn } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { beyondLimit, invalidField, invalidInput, ServiceError } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelContext } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { predictObjects } from '../predict.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { foldParts } from './fold.ts';
import { selectAnswers } from './given-answers.ts';
import { holdTruths } from './live-sums.ts';
import { lookAtTruths } from './look-at-truths.ts';
import { readTruths, type Truth } from './read-truths.ts';
import { createCoder } from './reference.ts';
import { cellOf } from './row-id.ts';
import type { TruthsReceived } from './schemas.ts';
import { type MonitorSettings, readSettings, windowAt } from './settings.ts';
import { type Shape, selectShapes } from './shapes.ts';
import { selectReference } from './store.ts';
import { keyInWindow } from './truth-key.ts';
import type { TruthRow } from './truth-row.ts';
import { compare, type GivenAnswer, putTruths } from './truth-store.ts';
import { countWaiting, mostWaiting } from './waiting-truths.ts';

type Row = Record<string, unknown>;

/** Most truths of a request. */
const mostTruths = 10_000;
/** Rows that one statement selects, and that are joined without a break. */
const atOnce = 500;

/**
 * Joins truths with the answers to their rows. All are kept before this resolves, each row's last one, however often it
 * is sent.
 */
export async function receiveTruths(
  ctx: ModelContext,
  address: ModelAddress,
  body: Row | Row[],
  signal: AbortSignal,
): Promise<TruthsReceived> {
  const rows = Array.isArray(body) ? body : [body];
  refuseTooMany(rows);
  const watched = await requireWatched(ctx, address);
  const truths = await readTruths(rows, watched);
  // Whoever asks and tells at once means these answers; those of other nodes come within seconds.
  await ctx.watches.write();
  await foldParts(ctx, watched.modelId);
  const answered = await answerAgain(ctx, address, { truths, ...watched }, signal);
  const unseen = await unseenClasses(ctx, truths, watched);
  const kept = await transact(ctx.database, async (transaction) => {
    if ((await holdTruths(transaction, watched.modelId)) === null) throw notWatched(watched.name);
    const known = await selectKnown(transaction, watched.modelId, truths);
    const given = (key: string) => answered.get(key) ?? known.get(key);
    const versions = truths.flatMap(({ key }) => given(key)?.version ?? []);
    const shapes = await selectShapes(transaction, watched.modelId, versions);
    const joined = await joinAll(truths, given, { ...watched, shapes });
    await putTruths(transaction, watched.modelId, joined);
    if (joined.some(isWaiting)) await refuseTooManyWaiting(transaction, watched.modelId);
    await lookAtTruths(ctx, transaction, watched.modelId, watched);
    return joined;
  });
  const waiting = kept.filter(isWaiting).length;
  return { received: rows.length, joined: kept.length - waiting, waiting, ...unseen };
}

/** A watched model and the version that answers. */
interface Watched {
  modelId: string;
  name: string;
  version: number;
  description: ModelDescription;
  settings: MonitorSettings;
}

async function requireWatched(ctx: ModelContext, address: ModelAddress): Promise<Watched> {
  const found = await requireModel(ctx, address);
  const { monitor, name, id } = found.model;
  if (monitor === null) throw notWatched(name);
  const { version, description } = await requireAnswering(ctx, { ...found, pinned: false });
  return { modelId: id, name, version, description: decodeJson(description!), settings: readSettings(monitor) };
}

function notWatched(name: string): ServiceError {
  return new ServiceError('wrong_state', `Model ${name} is not monitored: set its \`monitor\` first.`);
}

/** An answer and when it was given. */
interface Given {
  version: number;
  window_start: string;
  answer: GivenAnswer;
}

/** Joins truths in steps, because others wait meanwhile; of several for one answer the last counts. */
async function joinAll(
  truths: readonly Truth[],
  given: (key: string) => Given | undefined,
  watched: Watched & { shapes: ReadonlyMap<number, Shape> },
): Promise<TruthRow[]> {
  const joined = new Map<string, TruthRow>();
  for (const [index, truth] of truths.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    const row = join(truth, given(truth.key), watched);
    joined.set(row.row_id, row);
  }
  return [...joined.values()];
}

function join(
  { rowId, key, raw, place }: Truth,
  given: Given | undefined,
  { modelId, description, shapes }: Watched & { shapes: ReadonlyMap<number, Shape> },
): TruthRow {
  const { version = null, window_start = null } = given ?? {};
  const figures = given ? compare(given.answer, raw, shapes.get(given.version)) : noFigures;
  if (figures === undefined) {
    const detail = `is too far from the answer ${given?.answer.value} to be compared with it`;
    throw invalidField(`/${place}/${escapePointer(description.target)}`, detail, 'out_of_range');
  }
  const created_at = new Date().toISOString();
  const row_id = given ? keyInWindow(rowId, given.window_start) : key;
  return { model_id: modelId, row_id, truth: encodeJson(raw), version, window_start, ...figures, created_at };
}

const noFigures = {
  is_right: null,
  is_inside: null,
  error: null,
  confidence: null,
  answered: null,
  codes: null,
  shadow: null,
};

const mostExamples = 5;

/** Tells of classes that training never saw: they may be new, or misspelt. */
async function unseenClasses(
  { database }: ModelContext,
  truths: readonly Truth[],
  { modelId, version }: Pick<Watched, 'modelId' | 'version'>,
): Promise<Pick<TruthsReceived, 'unseen_classes'>> {
  const shape = (await selectShapes(database, modelId, [version])).get(version);
  const unseen = shape?.classes ? truths.filter(({ raw }) => shape.readClass(raw) === undefined) : [];
  if (unseen.length === 0) return {};
  const examples = [...new Set(unseen.map(({ raw }) => String(raw)))].slice(0, mostExamples);
  return { unseen_classes: { count: unseen.length, examples } };
}

function isWaiting({ window_start }: TruthRow): boolean {
  return window_start === null;
}

async function refuseTooManyWaiting(transaction: Transaction, modelId: string): Promise<void> {
  if ((await countWaiting(transaction, modelId, mostWaiting + 1)) <= mostWaiting) return;
  const detail = `At most ${mostWaiting} truths of a model wait for the answer to their row; none of this request was kept. Rows that are in no sample have no answer to wait for: send their cells instead of an ID.`;
  throw beyondLimit('too_many_records', detail, { name: 'waiting_truths', value: mostWaiting });
}

function refuseTooMany(rows: readonly Row[]): void {
  if (rows.length <= mostTruths) return;
  const detail = `The request has ${rows.length} truths; at most ${mostTruths} are taken.`;
  throw beyondLimit('too_many_rows', detail, { name: 'truth_rows', value: mostTruths });
}

/** Answers rows without an ID by the active version, as if they were asked now. */
async function answerAgain(
  ctx: ModelContext,
  address: ModelAddress,
  { truths, description, settings, version, modelId }: Watched & { truths: readonly Truth[] },
  signal: AbortSignal,
): Promise<Map<string, Given>> {
  const asked = truths.filter((truth) => truth.asked !== undefined);
  if (asked.length === 0) return new Map();
  const data = asked.map((one) => one.asked!);
  const answers = predictObjects<Row>(ctx, address, { data, params: { record: false } }, signal);
  const rows = await answers.catch((error) => refuseAt(asked, error));
  const window_start = new Date(windowAt(Date.now(), settings.window).start).toISOString();
  const codesOf = await codeReader(ctx, { modelId, version });
  const given = new Map<string, Given>();
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    const answer = { ...givenAnswer(row, description), ...codesOf(data[index]) };
    given.set(asked[index].key, { version, window_start, answer });
  }
  return given;
}

/** Returns a function that sorts the cells of a row into the bins of the training rows. */
async function codeReader(
  { database }: ModelContext,
  { modelId, version }: Pick<Watched, 'modelId' | 'version'>,
): Promise<(row: Row) => Pick<GivenAnswer, 'codes'>> {
  const { columns = [] } = (await selectReference(database, modelId, version)) ?? {};
  const coders = columns.map((column) => [column.name, createCoder(column)] as const);
  if (coders.length === 0) return () => ({});
  return (row) => ({ codes: Buffer.from(coders.map(([name, code]) => code(cellOf(row, name)))).toString('base64') });
}

/** Names the rows of faults by their places among all truths. */
function refuseAt(asked: readonly Truth[], error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_input' || !error.errors) throw error;
  throw invalidInput(
    error.errors.map((fault) => ({
      ...fault,
      pointer: fault.pointer.replace(/^\/data\/(\d+)(?=\/|$)/, (whole, row) =>
        asked[row] ? `/${asked[row].place}` : whole,
      ),
    })),
  );
}

function givenAnswer(row: Row, { target, classes }: ModelDescription): GivenAnswer {
  const value = classes ? String(row[target]) : Number(row[target]);
  const figure = (name: string) => (row[`${target}_${name}`] ?? null) as number | null;
  return { value, confidence: figure('confidence'), lower: figure('min'), upper: figure('max') };
}

async function selectKnown(
  transaction: Transaction,
  modelId: string,
  truths: readonly Truth[],
): Promise<Map<string, Given>> {
  const wanted = truths.filter(({ asked }) => asked === undefined);
  const known = new Map<string, Given>();
  for (let start = 0; start < wanted.length; start += atOnce)
    for (const [key, row] of await selectAnswers(transaction, modelId, wanted.slice(start, start + atOnce)))
      known.set(key, { ...row, answer: decodeJson<GivenAnswer>(row.answer) });
  return known;
}
