import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { type InputFault, invalidInput, mostFaults } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { isFuture, predictedAt, readSpan, type Span, spanHint } from './predicted-at.ts';
import { cellOf, hashRowId, idColumns, isGiven, isRowId } from './row-id.ts';
import type { MonitorSettings } from './settings.ts';
import { mostMagnitude } from './true-number.ts';
import { waitingKey } from './truth-key.ts';
import { isTruth } from './truth-store.ts';

type Row = Record<string, unknown>;

/** A truth that is understood: the ID of its row, or the cells that were asked. */
export interface Truth {
  rowId: string;
  /** By which it waits: its ID, and when that was predicted where the truth says so. */
  key: string;
  span: Span | undefined;
  /** Its place in the request. */
  place: number;
  raw: unknown;
  /** Present where no ID was given. */
  asked: Row | undefined;
}

/** What truths of a watched model are read by. */
interface Watched {
  description: ModelDescription;
  settings: MonitorSettings;
}

/** How the rows of a request are read: what is the same for all of them. */
interface Reading {
  description: ModelDescription;
  /** The columns that may name a row, the first ones before the others. */
  ids: readonly string[];
  /** Whether `predicted_at` is not a column of the training rows. */
  isTimeNamed: boolean;
  /** Whether an `id` may also be a cell of the training rows. */
  isIdOfTraining: boolean;
  /** All columns that a row may have. */
  known: ReadonlySet<string>;
}

function readingOf({ description, settings: { id_column } }: Watched): Reading {
  const { inputs, knownColumns, target } = description;
  const ids = idColumns(inputs, id_column);
  const columns = new Set([target, 'id', ...ids, ...knownColumns]);
  return {
    description,
    ids,
    isTimeNamed: !columns.has(predictedAt),
    isIdOfTraining: id_column !== 'id' && knownColumns.includes('id'),
    known: columns.union(new Set([predictedAt])),
  };
}

/** Rows that are read without a break. */
const atOnce = 500;

/** Reads truths; of several for one row the last counts. */
export async function readTruths(rows: readonly Row[], watched: Watched): Promise<Truth[]> {
  const { target } = watched.description;
  const reading = readingOf(watched);
  const faults: InputFault[] = [];
  const truths = new Map<string, Truth>();
  const repeats = new Map<string, number>();
  for (const [place, row] of rows.entries()) {
    if (place % atOnce === atOnce - 1) await turn();
    const id = idColumnOf(row, reading);
    const span = readSpan(timeOf(row, reading));
    const fault = faultOf(row, { id, place }, reading) ?? timeFault(row, { id, place, span }, reading);
    if (fault && faults.length < mostFaults) faults.push(fault);
    if (fault) continue;
    const named = id === undefined ? undefined : cellOf(row, id);
    const cells = id === undefined ? cellsOf(row, reading) : undefined;
    const rowId = isRowId(named) ? hashRowId(named) : nameOf(cells ?? row, repeats);
    const key = waitingKey(rowId, span);
    // The last one comes last: two of them may mean the same prediction.
    truths.delete(key);
    truths.set(key, { rowId, key, span, place, raw: cellOf(row, target), asked: cells && askedOf(cells, target) });
  }
  if (faults.length > 0) throw invalidInput(faults);
  return [...truths.values()];
}

/** What was read of a row. */
interface Read {
  /** The column of its ID. */
  id: string | undefined;
  place: number;
}

function faultOf(row: Row, { id, place }: Read, reading: Reading): InputFault | undefined {
  const { description } = reading;
  const { target, classes } = description;
  const truth = cellOf(row, target);
  if (!isTruth(description, truth)) {
    const range = classes ? '' : `, from -${mostMagnitude} to ${mostMagnitude}`;
    const code = truth === undefined ? 'required' : 'wrong_type';
    return { pointer: `/${place}/${escapePointer(target)}`, code, detail: `must be the true ${target}${range}` };
  }
  const nameless = id === undefined ? namelessFault(row, reading) : undefined;
  if (nameless !== undefined) return { pointer: `/${place}`, code: 'required', detail: nameless };
  if (id === undefined || isRowId(row[id])) return strangerFault(row, place, reading);
  return { pointer: `/${place}/${escapePointer(id)}`, code: 'wrong_type', detail: 'must be a text or a number' };
}

function timeOf(row: Row, { isTimeNamed }: Reading): unknown {
  return isTimeNamed ? cellOf(row, predictedAt) : undefined;
}

function timeFault(
  row: Row,
  { id, place, span }: Read & Pick<Truth, 'span'>,
  reading: Reading,
): InputFault | undefined {
  if (!isGiven(timeOf(row, reading))) return undefined;
  const at = (code: string, detail: string) => ({ pointer: `/${place}/${predictedAt}`, code, detail });
  if (!span) return at('wrong_format', spanHint);
  if (id === undefined)
    return at('not_allowed', 'names a prediction of an ID; a row without an ID is predicted again and counts now');
  return isFuture(span) ? at('out_of_range', 'lies in the future') : undefined;
}

/** A row by its cells is refused by what predicts it. */
function strangerFault(row: Row, place: number, { description, known }: Reading): InputFault | undefined {
  const stranger = Object.keys(row).find((name) => !known.has(name));
  if (stranger === undefined) return undefined;
  const detail = `is not a column of the training rows: a truth has the ID of its row, ${description.target}, and perhaps its cells`;
  return { pointer: `/${place}/${escapePointer(stranger)}`, code: 'unknown_column', detail };
}

/** Returns the column by which a row is named. A row that has cells beside an `id` of the training rows is asked again. */
function idColumnOf(row: Row, { description, ids, isIdOfTraining }: Reading): string | undefined {
  const named = ids.find((one) => isGiven(cellOf(row, one)));
  return named === 'id' && isIdOfTraining && hasInput(row, description.inputs) ? undefined : named;
}

function hasInput(row: Row, inputs: readonly string[]): boolean {
  return inputs.some((name) => isGiven(cellOf(row, name)));
}

/** What a row must be named by, where it has neither an ID nor a cell to ask again. */
function namelessFault(row: Row, { description, ids }: Reading): string | undefined {
  const { inputs, target } = description;
  if (hasInput(row, inputs)) return undefined;
  const names = ids.map((name) => `\`${name}\``);
  const sent = Object.keys(row).filter((name) => name !== target && isRowId(row[name]));
  const hint =
    sent.length === 1
      ? `; set \`monitor.id_column\` to \`${sent[0]}\`, or call that column \`id\`, before the rows are predicted`
      : '';
  return `has neither the ID of a row (${names.join(' or ')}) nor its inputs${hint}`;
}

/** Rows that are alike are several rows within one request, and the same ones when it is sent again. */
function nameOf(row: Row, repeats: Map<string, number>): string {
  const cells = Object.keys(row)
    .sort()
    .map((column) => [column, row[column]]);
  const hash = createHash('sha256').update(JSON.stringify(cells)).digest('base64url');
  const count = repeats.get(hash) ?? 0;
  repeats.set(hash, count + 1);
  return `row:${hash}:${count}`;
}

/** The cells of a row, without an empty time. */
function cellsOf(row: Row, { isTimeNamed }: Reading): Row {
  if (!isTimeNamed || !Object.hasOwn(row, predictedAt)) return row;
  const { [predictedAt]: _, ...cells } = row;
  return cells;
}

function askedOf({ ...row }: Row, target: string): Row {
  delete row[target];
  return row;
}
