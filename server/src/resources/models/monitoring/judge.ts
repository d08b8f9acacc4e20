import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { type ColumnDrift, type Drift, measureDrift } from './drift.ts';
import { type Subject, selectSubject } from './fold.ts';
import type { Sketch } from './sketch.ts';
import { type Distance, normalTail } from './statistics.ts';
import {
  countJudged,
  decodePicks,
  deleteWindow,
  type StoredPick,
  selectUnjudged,
  setVerdict,
  type WindowRow,
} from './store.ts';
import type { Apart } from './worker/messages.ts';
import { tellApart } from './worker/watching-worker.ts';

/** An alarm is raised by chance in one of so many lives of a version. */
const wrongAlarms = 0.01;
/** Smaller distances change nothing that matters, however certain they are. */
const leastDistance = 0.05;
/** Answers to held-out rows are those of models that learned from fewer rows, and lie a little closer together. */
const leastDistanceOfAnswers = 0.1;
const leastAuc = 0.55;
/** From fewer rows nothing is learned that tells them apart. */
const leastRows = 100;

type Judged<Measure> = Measure & {
  /** The chance of such a distance in any column and window looked at so far, if nothing had changed. */
  significance: number;
  is_drift: boolean;
};

/** What was found in a window that has ended. */
export interface Verdict {
  /** Windows of the version looked at so far, with this one. */
  windows: number;
  columns: Judged<ColumnDrift>[];
  answers: Judged<Distance> | null;
  /** Null where too few rows were asked. */
  together: Judged<Apart> | null;
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
  for (const window of await selectUnjudged(ctx.database, modelId, judgedUntil())) {
    signal.throwIfAborted();
    const subject = await selectSubject(ctx.database, window);
    if (!subject) {
      await deleteWindow(ctx.database, window); // its version was deleted, so nothing can judge or show it
      continue;
    }
    const windows = 1 + (await countJudged(ctx.database, modelId, window.version));
    const verdict = await judgeWindow(window, subject, { windows, signal });
    await transact(ctx.database, async (transaction) => {
      await setVerdict(transaction, window, encodeJson(verdict));
      await onVerdict(transaction, window, verdict);
    });
  }
}

async function judgeWindow(
  window: WindowRow,
  subject: Subject,
  { windows, signal }: { windows: number; signal: AbortSignal },
): Promise<Verdict> {
  const sketch = decodeJson<Sketch>(window.sketch);
  const { picks } = decodePicks(window.picks);
  const apart = picks.length < leastRows ? undefined : await tellApart(questionOf(picks, subject), signal);
  return giveVerdict(measureDrift(sketch, subject), apart, windows);
}

/** Counts the distances of a window among all columns and windows that were looked at. */
export function giveVerdict({ columns, answers }: Drift, apart: Apart | undefined, windows: number): Verdict {
  const looks = windows * (columns.length + (answers ? 1 : 0));
  const judge = <Measure extends Distance>(one: Measure, least: number): Judged<Measure> => {
    const significance = Math.min(1, one.chance * looks);
    return { ...one, significance, is_drift: significance < wrongAlarms && one.distance >= least };
  };
  return {
    windows,
    columns: columns.map((column) => judge(column, leastDistance)),
    answers: answers && judge(answers, leastDistanceOfAnswers),
    together: apart ? judgeApart(apart, windows) : null,
  };
}

function judgeApart(apart: Apart, windows: number): Judged<Apart> {
  const significance = Math.min(1, normalTail((apart.auc - 0.5) / apart.standard_error) * windows);
  return { ...apart, significance, is_drift: significance < wrongAlarms && apart.auc >= leastAuc };
}

/** As many rows of each side as there are of the fewer, so that neither is the likelier. */
function questionOf(picks: readonly StoredPick[], { reference }: Subject) {
  const width = reference.columns.length;
  const training = new Uint8Array(Buffer.from(reference.codes, 'base64'));
  const rows = Math.min(picks.length, Math.floor(training.length / width));
  const asked = new Uint8Array(
    Buffer.concat(picks.slice(0, rows).map(([, , , , , codes]) => Buffer.from(codes, 'base64'))),
  );
  return {
    columns: reference.columns.map(({ name, form }) => ({ name, isOrdered: form !== 'category' })),
    training: training.subarray(0, rows * width),
    asked,
  };
}
