import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { beyondLimit, type InputFault, invalidInput, mostFaults, ServiceError } from '../../../errors.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelContext } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { predictObjects } from '../predict.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { rowIdColumn } from '../serving/row-writer.ts';
import { lookAtTruths } from './keep-watch.ts';
import { holdTruths } from './live-sums.ts';
import { hashRowId, isGiven } from './row-id.ts';
import type { TruthsReceived } from './schemas.ts';
import { type MonitorSettings, windowAt } from './settings.ts';
import { compare, type GivenAnswer, putTruths, readTruth, selectAnswers, type TruthRow } from './truth-store.ts';

type Row = Record<string, unknown>;

/** A truth that is understood: the ID of its row, or the cells that were asked. */
interface Truth {
  rowId: string;
  raw: unknown;
  truth: number;
  /** Present where no ID was given. */
  asked: Row | undefined;
}

/** Most truths of a request. */
const mostTruths = 10_000;
/** Rows that are read without a break, and that one statement selects. */
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
  await ctx.watches.write();
  const answered = await answerAgain(ctx, address, { truths, ...watched }, signal);
  const kept = await transact(ctx.database, async (transaction) => {
    await holdTruths(transaction, watched.modelId);
    const known = await selectKnown(transaction, watched.modelId, truths);
    const joined = truths.map((truth) => join(truth, answered.get(truth.rowId) ?? known.get(truth.rowId), watched));
    await putTruths(transaction, watched.modelId, joined);
    return joined;
  });
  await lookAtTruths(ctx, watched.modelId, watched.version);
  const waiting = kept.filter(({ window_start }) => window_start === null).length;
  return { received: rows.length, joined: kept.length - waiting, waiting };
}

/** A watched model and the version that answers. */
interface Watched {
  modelId: string;
  version: number;
  description: ModelDescription;
  settings: MonitorSettings;
}

async function requireWatched(ctx: ModelContext, address: ModelAddress): Promise<Watched> {
  const found = await requireModel(ctx, address);
  const { monitor, name, id } = found.model;
  if (monitor === null)
    throw new ServiceError('wrong_state', `Model ${name} is not watched: set its \`monitor\` first.`);
  const { version, description } = await requireAnswering(ctx, { ...found, pinned: false });
  return { modelId: id, version, description: decodeJson(description!), settings: decodeJson(monitor) };
}

/** An answer and when it was given. */
interface Given {
  version: number;
  window_start: string;
  answer: GivenAnswer;
}

function join({ rowId, raw, truth }: Truth, given: Given | undefined, { modelId, description }: Watched): TruthRow {
  const { version = null, window_start = null } = given ?? {};
  const figures = given ? compare(description, given.answer, truth) : noFigures;
  const created_at = new Date().toISOString();
  return { model_id: modelId, row_id: rowId, truth: encodeJson(raw), version, window_start, ...figures, created_at };
}

const noFigures = { is_right: null, is_inside: null, error: null, confidence: null };

function refuseTooMany(rows: readonly Row[]): void {
  if (rows.length <= mostTruths) return;
  const detail = `The request has ${rows.length} truths; at most ${mostTruths} are taken.`;
  throw beyondLimit('too_many_rows', detail, { name: 'truth_rows', value: mostTruths });
}

/** Reads truths; of several for one row the last counts. */
async function readTruths(rows: readonly Row[], { description, settings }: Watched): Promise<Truth[]> {
  const { target } = description;
  const faults: InputFault[] = [];
  const truths = new Map<string, Truth>();
  const repeats = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    const truth = readTruth(description, row[target]);
    if (truth === undefined) {
      if (faults.length < mostFaults) faults.push(faultOf(`/${index}/${target}`, row[target], target));
      continue;
    }
    const id = idOf(row, description, settings);
    const rowId = id ?? nameOf(row, repeats);
    truths.set(rowId, { rowId, raw: row[target], truth, asked: id === undefined ? askedOf(row, target) : undefined });
  }
  if (faults.length > 0) throw invalidInput(faults);
  return [...truths.values()];
}

function faultOf(pointer: string, cell: unknown, target: string): InputFault {
  return { pointer, code: cell === undefined ? 'required' : 'wrong_type', detail: `must be the true ${target}` };
}

function idOf(row: Row, { knownColumns }: ModelDescription, { id_column }: MonitorSettings): string | undefined {
  const names = [
    ...(id_column === null ? [] : [id_column]),
    rowIdColumn,
    ...(knownColumns.includes('id') ? [] : ['id']),
  ];
  const name = names.find((one) => isGiven(row[one]));
  return name === undefined ? undefined : hashRowId(row[name]);
}

/** Rows that are alike are several rows within one request, and the same ones when it is sent again. */
function nameOf(row: Row, repeats: Map<string, number>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(row).sort()))
    .digest('base64url');
  const count = repeats.get(hash) ?? 0;
  repeats.set(hash, count + 1);
  return `row:${hash}:${count}`;
}

function askedOf({ ...row }: Row, target: string): Row {
  delete row[target];
  return row;
}

/** Answers rows without an ID by the active version, as if they were asked now. */
async function answerAgain(
  ctx: ModelContext,
  address: ModelAddress,
  { truths, description, settings, version }: Watched & { truths: readonly Truth[] },
  signal: AbortSignal,
): Promise<Map<string, Given>> {
  const asked = truths.filter((truth) => truth.asked !== undefined);
  if (asked.length === 0) return new Map();
  const data = asked.map((one) => one.asked!);
  const rows = await predictObjects<Row>(ctx, address, data, signal, { isUnwatched: true });
  const window_start = new Date(windowAt(Date.now(), settings.window).start).toISOString();
  return new Map(
    rows.map((row, index) => [asked[index].rowId, { version, window_start, answer: givenAnswer(row, description) }]),
  );
}

function givenAnswer(row: Row, { target, classes }: ModelDescription): GivenAnswer {
  const value = classes ? classes.indexOf(row[target] as (typeof classes)[number]) : Number(row[target]);
  const figure = (name: string) => (row[`${target}_${name}`] ?? null) as number | null;
  return { value, confidence: figure('confidence'), lower: figure('min'), upper: figure('max') };
}

async function selectKnown(
  transaction: Transaction,
  modelId: string,
  truths: readonly Truth[],
): Promise<Map<string, Given>> {
  const ids = truths.filter(({ asked }) => asked === undefined).map(({ rowId }) => rowId);
  const known = new Map<string, Given>();
  for (let start = 0; start < ids.length; start += atOnce)
    for (const [id, row] of await selectAnswers(transaction, modelId, ids.slice(start, start + atOnce)))
      known.set(id, { ...row, answer: decodeJson<GivenAnswer>(row.answer) });
  return known;
}
