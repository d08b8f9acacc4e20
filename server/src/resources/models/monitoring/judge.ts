import { setImmediate as turn } from 'node:timers/promises';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { type ColumnDrift, type Drift, type Looked, measureDrift } from './drift.ts';
import { movingOn } from './moves-on.ts';
import { isAnsweredSo } from './new-answers.ts';
import { windowsTogether } from './newest-windows.ts';
import { addCounts, type Counts, type Sketch } from './sketch.ts';
import { leastDistance, mostTelling, normalTail } from './statistics.ts';
import {
  countJudged,
  decodePicks,
  deleteWindow,
  selectSketchesBefore,
  selectUnjudged,
  setVerdict,
  type WindowRow,
} from './store.ts';
import { at, type StoredPick } from './stored-pick.ts';
import { type Subject, selectSubject } from './subject.ts';
import type { Apart, ApartRequest } from './worker/messages.ts';
import { tellApart } from './worker/watching-worker.ts';

/** An alarm is raised by chance in one of so many lives of a version. */
const wrongAlarms = 0.01;
/** Answers to held-out rows are those of models that learned from fewer rows, and lie a little closer together. */
const leastDistanceOfAnswers = 0.1;
const leastAuc = 0.55;
/** From fewer rows nothing is learned that tells them apart. */
const leastRowsApart = 100;
/** Fewer rows raise and end no alarm: they may all come from one form, or one caller. */
const leastRows = 30;
/** Chances, counted for the columns of a window, above which it is quiet. */
const quiet = 0.05;

type Judged<Measure> = Measure & {
  /** Rows that the figures are of: those of the window, or of it and the windows before it. */
  rows: number;
  /** The chance of such a distance in any column and window looked at so far, if nothing had changed. */
  significance: number;
  is_drift: boolean;
};

/** What was found in a window that has ended. */
export interface Verdict {
  /** Windows of the version looked at so far, with this one. */
  windows: number;
  columns: Judged<ColumnDrift>[];
  answers: Judged<Looked> | null;
  /** Null where too few rows were asked. */
  together: Omit<Judged<Apart>, 'rows'> | null;
  /** Whether the window by itself shows nothing, with rows enough to show something; absent in older verdicts. */
  is_quiet?: boolean;
  /** Whether it shows a shift by itself; absent in older verdicts. */
  is_loud?: boolean;
}

/** Nodes write what they saw of a window some seconds after its end. */
const lateMs = 15_000;

/** Windows that ended before are complete. */
export function judgedUntil(): string {
  return new Date(Date.now() - lateMs).toISOString();
}

/** Writes what follows from a verdict, in its transaction. */
export type OnVerdict = (transaction: Transaction, window: WindowRow, verdict: Verdict) => Promise<void>;

/** Judges the windows of a model that have ended, in order, until the signal is aborted. */
export async function judgeWindows(
  ctx: Pick<ModelServices, 'database'>,
  modelId: string,
  { signal, onVerdict }: { signal: AbortSignal; onVerdict: OnVerdict },
): Promise<void> {
  const unjudged = await selectUnjudged(ctx.database, modelId, judgedUntil());
  for (let start = 0; start < unjudged.length; start += windowsAtOnce) {
    const some = await withSubjects(ctx, unjudged.slice(start, start + windowsAtOnce));
    const apart = await tellWindowsApart(some, signal);
    for (const { window, subject } of some) {
      const windows = 1 + (await countJudged(ctx.database, modelId, window.version));
      const verdict = giveVerdict(await measure(ctx, window, subject), apart.get(window), windows);
      await transact(ctx.database, async (transaction) => {
        await setVerdict(transaction, window, encodeJson(verdict));
        await onVerdict(transaction, window, verdict);
      });
    }
  }
}

/** Windows that one process tells apart, within a minute even with many columns. */
const windowsAtOnce = 10;

async function measure({ database }: Pick<ModelServices, 'database'>, window: WindowRow, subject: Subject) {
  const sketch = decodeJson<Sketch>(window.sketch);
  const before = await selectSketchesBefore(database, window, windowsTogether - 1);
  const isSo = isAnsweredSo(subject.reference, window.window_start);
  const joined = before
    .filter(({ window_start }) => isAnsweredSo(subject.reference, window_start) === isSo)
    .filter(({ verdict }) => verdict === null || !isLoud(decodeJson<Verdict>(verdict)));
  const pooled = joined.reduce<Counts>((sum, one) => addCounts(sum, decodeJson<Sketch>(one.sketch)), sketch);
  return {
    alone: measureDrift(sketch, subject, isSo),
    pooled: joined.length > 0 ? measureDrift(pooled, subject, isSo) : undefined,
  };
}

/** A window that raised an alarm alone is not counted again with those after it. */
function isLoud({ columns, answers, is_loud }: Verdict): boolean {
  return is_loud ?? [...columns, answers].some((one) => one?.is_drift);
}

interface Ended {
  window: WindowRow;
  subject: Subject;
}

async function withSubjects(ctx: Pick<ModelServices, 'database'>, windows: readonly WindowRow[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const window of windows) {
    const subject = await selectSubject(ctx.database, window);
    if (subject) ended.push({ window, subject });
    else await deleteWindow(ctx.database, window); // its version was deleted, so nothing can judge or show it
  }
  return ended;
}

async function tellWindowsApart(ended: readonly Ended[], signal: AbortSignal): Promise<Map<WindowRow, Apart>> {
  signal.throwIfAborted();
  const asked: { window: WindowRow; question: ApartRequest }[] = [];
  for (const { window, subject } of ended) {
    await turn(); // a window of a million characters takes some milliseconds
    const { picks } = decodePicks(window.picks);
    if (picks.length >= leastRowsApart && subject.reference.columns.length > 0)
      asked.push({ window, question: questionOf(picks, subject) });
  }
  if (asked.length === 0) return new Map();
  const told = await tellApart(
    asked.map(({ question }) => question),
    signal,
  );
  return new Map(asked.flatMap(({ window }, place) => (told[place] ? [[window, told[place]] as const] : [])));
}

/** The distances of a window, and of it and the windows before it together; undefined without any before. */
interface Measured {
  alone: Drift;
  pooled?: Drift | undefined;
}

/**
 * Counts the distances of a window among all columns and windows that were looked at. Windows of few rows show a small
 * shift only together; the figures of a column are all of the same rows.
 */
export function giveVerdict({ alone, pooled }: Measured, apart: Apart | undefined, windows: number): Verdict {
  const { columns, answers } = alone;
  const looks = windows * (columns.length + (answers ? 1 : 0));
  const judge = <Measure extends Looked>(one: Measure, other: Measure | null | undefined, least: number) => {
    const { chance, ...told } = mostTelling(other ? [one, other] : [one]);
    const significance = Math.min(1, chance * looks);
    const is_drift = significance < wrongAlarms && told.distance >= least && told.rows >= leastRows;
    return { ...told, chance, significance, is_drift };
  };
  const together = apart ? judgeApart(apart, windows) : null;
  const judged = {
    columns: columns.map((column, place) => judge(column, pooled?.columns[place], leastDistance)),
    answers: answers && judge(answers, pooled?.answers, leastDistanceOfAnswers),
  };
  return { windows, ...judged, together, ...soundOf(alone, judged, { together, windows }) };
}

/** What the window shows by itself: a shift, nothing, or neither for certain. */
function soundOf(
  { columns, answers }: Drift,
  judged: Pick<Verdict, 'columns' | 'answers'>,
  { together, windows }: Pick<Verdict, 'together' | 'windows'>,
): Required<Pick<Verdict, 'is_quiet' | 'is_loud'>> {
  const own = [...columns, ...(answers ? [answers] : [])];
  const tells = [...judged.columns, ...(judged.answers ? [judged.answers] : [])];
  const is_loud = tells.some(({ is_drift, rows }, place) => is_drift && rows === own[place].rows);
  const isEnough = own.some(({ rows }) => rows >= leastRows);
  const isApart = together !== null && together.significance / windows <= quiet;
  const is_quiet = isEnough && !isApart && own.every(({ chance }) => chance * own.length > quiet);
  return { is_quiet, is_loud };
}

function judgeApart(apart: Apart, windows: number): NonNullable<Verdict['together']> {
  const significance = Math.min(1, normalTail((apart.auc - 0.5) / apart.standard_error) * windows);
  return { ...apart, significance, is_drift: significance < wrongAlarms && apart.auc >= leastAuc };
}

/** As many rows of each side as there are of the fewer, so that neither is the likelier. */
function questionOf(picks: readonly StoredPick[], { reference, description }: Subject): ApartRequest {
  const movesOn = movingOn(description);
  const width = reference.columns.length;
  const training = new Uint8Array(Buffer.from(reference.codes, 'base64'));
  const rows = Math.min(picks.length, Math.floor(training.length / width));
  const asked = new Uint8Array(
    Buffer.concat(picks.slice(0, rows).map((pick) => Buffer.from(pick[at.codes], 'base64'))),
  );
  const known = training.subarray(0, rows * width);
  for (const [place, column] of reference.columns.entries())
    if (movesOn(column)) for (const side of [known, asked]) levelColumn(side, place, width);
  return {
    columns: reference.columns.map(({ name, form }) => ({ name, isOrdered: form !== 'category' })),
    training: known,
    asked,
  };
}

/** Makes all rows alike in a column. */
function levelColumn(codes: Uint8Array, column: number, width: number): void {
  for (let place = column; place < codes.length; place += width) codes[place] = 0;
}
