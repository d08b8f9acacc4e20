import { isDrifted, LiveModel, type Window, whatDrifted } from './live-model.ts';
import { drawer, moveTruths, type Row, type Shift, type Subject, shiftNames, shifts } from './stream.ts';

/** Days of each phase after the quiet ones; on the last days the relation has changed. */
export const movedDays = 3;
const changedDays = 5;

export interface Lived {
  quietDays: number;
  /** Quiet windows that were told to be unlike the training rows, or that raised what truths raise, each with what it was. */
  wrong: string[];
  /** The first window that was noticed of each kind of shift, from 1. */
  noticed: Record<Shift | 'truths', number | undefined>;
  /** The accuracy or the coverage that truths show, as the mean of the windows of each phase. */
  phases: Record<'before' | 'changed' | 'retrained' | 'back', number | undefined> & { metric: string };
  /** The rows of the last quiet windows and of the moved ones, as peers see them, and which of them were told. */
  asked: { rows: Row[]; isTold: boolean }[];
  seconds: number;
}

interface Settings {
  days: number;
  rows: number;
  /** Quiet days that peers are asked about. */
  peerDays: number;
}

/**
 * Lives through quiet days, days on which inputs moved, days on which the relation changed, a retraining on rows of
 * these, and the way back to the first version.
 */
export async function live(base: string, subject: Subject, settings: Settings): Promise<Lived> {
  const { rows } = settings;
  const draw = drawer(subject, 5);
  const model = new LiveModel(base, subject);
  await model.train();
  const started = performance.now();
  const days = Math.min(settings.days, Math.floor(subject.quiet.length / rows));
  const asked = Array.from({ length: days }, (_, day) => subject.quiet.slice(day * rows, (day + 1) * rows));
  const raised: string[] = [];
  let open: string[] = [];
  for (const [day, quiet] of asked.entries()) {
    const alarms = (await model.liveThrough(quiet, { isTold: true })).filter((cause) => cause !== 'drift');
    raised.push(...alarms.filter((cause) => !open.includes(cause)).map((cause) => `day ${day + 1}: ${cause}`));
    open = alarms;
  }
  for (const name of shiftNames)
    for (let day = 0; day < movedDays; day += 1) {
      asked.push(shifts[name](subject, draw(rows)));
      // Truths would tell that the answers to such rows are wrong, which is another alarm.
      await model.liveThrough(asked.at(-1)!, { isTold: false });
    }
  let truths: number | undefined;
  for (let day = 1; day <= changedDays; day += 1) {
    const alarms = await model.liveThrough(moveTruths(subject, draw(rows)), { isTold: true });
    if (alarms.some((cause) => cause !== 'drift')) truths ??= day;
  }
  await model.judged();
  await model.retrain(moveTruths(subject, subject.fresh), 2);
  for (let day = 0; day < movedDays; day += 1)
    await model.liveThrough(moveTruths(subject, draw(rows)), { isTold: true });
  await model.activate(1);
  await model.liveThrough(moveTruths(subject, draw(rows)), { isTold: true });
  const windows = await model.judged();
  const seconds = (performance.now() - started) / 1000;
  const at = (phase: number) => days + movedDays * phase;
  const changed = at(shiftNames.length);
  const part = (from: number, to: number) => meanOf(windows.slice(from, to), subject);
  const seen = windows.slice(0, changed).map(isDrifted);
  const first = (phase: number) => {
    const place = seen.slice(at(phase), at(phase + 1)).indexOf(true);
    return place < 0 ? undefined : place + 1;
  };
  const drifted = windows
    .slice(0, days)
    .flatMap((window, day) => whatDrifted(window).map((what) => `day ${day + 1}: ${what}`));
  return {
    quietDays: days,
    wrong: [...drifted, ...raised],
    noticed: { mean: first(0), category: first(1), missing: first(2), truths },
    phases: {
      metric: subject.isClass ? 'accuracy' : 'coverage',
      before: part(0, days),
      changed: part(changed, changed + changedDays),
      retrained: part(changed + changedDays, changed + changedDays + movedDays),
      back: part(changed + changedDays + movedDays, windows.length),
    },
    asked: asked.map((day, place) => ({ rows: day, isTold: seen[place] })).slice(Math.max(0, days - settings.peerDays)),
    seconds,
  };
}

function meanOf(windows: readonly Window[], { isClass }: Subject): number | undefined {
  const metric = isClass ? 'accuracy' : 'coverage';
  const values = windows.flatMap(({ live: figures }) => figures.find((one) => one.metric === metric)?.value ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
