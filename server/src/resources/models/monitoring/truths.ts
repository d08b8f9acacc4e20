import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { beyondLimit, type InputFault, invalidInput, mostFaults, ServiceError } from '../../../errors.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { ModelContext } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { predictObjects } from '../predict.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { rowIdColumn } from '../serving/row-writer.ts';
import { lookAtTruths } from './keep-watch.ts';
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
  const found = await requireModel(ctx, address);
  const { model } = found;
  if (model.monitor === null)
    throw new ServiceError('wrong_state', `Model ${model.name} is not watched: set its \`monitor\` first.`);
  const settings = decodeJson<MonitorSettings>(model.monitor);
  const version = await requireAnswering(ctx, { ...found, pinned: false });
  const description = decodeJson<ModelDescription>(version.description!);
  const rows = Array.isArray(body) ? body : [body];
  refuseTooMany(rows);
  const truths = await readTruths(rows, description, settings);
  await ctx.watches.write();
  const usual = { model_id: model.id, created_at: new Date().toISOString() };
  const answered = await answerAgain(ctx, address, truths, description, signal);
  const now = {
    version: version.version,
    window_start: new Date(windowAt(Date.now(), settings.window).start).toISOString(),
  };
  const known = await selectKnown(ctx, model.id, truths);
  const joined = truths.map(({ rowId, raw, truth }): TruthRow => {
    const given = answered.get(rowId) ? { ...now, answer: answered.get(rowId)! } : known.get(rowId);
    const figures = given ? compare(description, given.answer, truth) : noFigures;
    const place = given
      ? { version: given.version, window_start: given.window_start }
      : { version: null, window_start: null };
    return { ...usual, row_id: rowId, truth: encodeJson(raw), ...place, ...figures };
  });
  await transact(ctx.database, (transaction) => putTruths(transaction, model.id, joined));
  const waiting = joined.filter(({ window_start }) => window_start === null).length;
  await lookAtTruths(ctx, model.id, version.version);
  return { received: rows.length, joined: joined.length - waiting, waiting };
}

const noFigures = { is_right: null, is_inside: null, error: null, confidence: null };

function refuseTooMany(rows: readonly Row[]): void {
  if (rows.length <= mostTruths) return;
  const detail = `The request has ${rows.length} truths; at most ${mostTruths} are taken.`;
  throw beyondLimit('too_many_rows', detail, { name: 'truth_rows', value: mostTruths });
}

/** Reads truths; of several for one row the last counts. */
async function readTruths(
  rows: readonly Row[],
  description: ModelDescription,
  settings: MonitorSettings,
): Promise<Truth[]> {
  const { target } = description;
  const faults: InputFault[] = [];
  const truths = new Map<string, Truth>();
  const repeats = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    const truth = readTruth(description, row[target]);
    if (truth === undefined && faults.length < mostFaults)
      faults.push({
        pointer: `/${index}/${target}`,
        code: row[target] === undefined ? 'required' : 'wrong_type',
        detail: `must be the true ${target}`,
      });
    if (truth === undefined) continue;
    const id = idOf(row, description, settings);
    const asked = id === undefined ? askedOf(row, target) : undefined;
    const rowId = id ?? nameOf(row, repeats);
    truths.set(rowId, { rowId, raw: row[target], truth, asked });
  }
  if (faults.length > 0) throw invalidInput(faults);
  return [...truths.values()];
}

function idOf(row: Row, { knownColumns }: ModelDescription, { id_column }: MonitorSettings): string | undefined {
  const names = [
    ...(id_column === null ? [] : [id_column]),
    rowIdColumn,
    ...(knownColumns.includes('id') ? [] : ['id']),
  ];
  const name = names.find((one) => row[one] !== undefined && row[one] !== null && row[one] !== '');
  return name === undefined ? undefined : String(row[name]).slice(0, 200);
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

/** Answers rows without an ID by the active version, as it would have answered when they were asked. */
async function answerAgain(
  ctx: ModelContext,
  address: ModelAddress,
  truths: readonly Truth[],
  { target, classes }: ModelDescription,
  signal: AbortSignal,
): Promise<Map<string, GivenAnswer>> {
  const asked = truths.filter((truth) => truth.asked !== undefined);
  if (asked.length === 0) return new Map();
  const data = asked.map((one) => one.asked!);
  const rows = await predictObjects<Row>(ctx, address, data, signal, { isUnwatched: true });
  return new Map(
    rows.map((row, index) => {
      const value = classes ? classes.indexOf(row[target] as (typeof classes)[number]) : Number(row[target]);
      const figure = (name: string) => (row[`${target}_${name}`] ?? null) as number | null;
      const bounds = { lower: figure('min'), upper: figure('max') };
      return [asked[index].rowId, { value, confidence: figure('confidence'), ...bounds }];
    }),
  );
}

async function selectKnown({ database }: Pick<ModelContext, 'database'>, modelId: string, truths: readonly Truth[]) {
  const ids = truths.filter(({ asked }) => asked === undefined).map(({ rowId }) => rowId);
  const known = new Map<string, { version: number; window_start: string; answer: GivenAnswer }>();
  for (let start = 0; start < ids.length; start += atOnce)
    for (const [id, row] of await selectAnswers(database, modelId, ids.slice(start, start + atOnce)))
      known.set(id, { ...row, answer: decodeJson<GivenAnswer>(row.answer) });
  return known;
}
