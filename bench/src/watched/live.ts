import { isDrifted, LiveModel, type Window, whatDrifted } from './live-model.ts';
import { drawer, moveTruths, type Row, type Shift, type Subject, shiftNames, shifts } from './stream.ts';

/** Days of each phase after the quiet ones; on the last days the relation has changed. */
export const movedDays = 3;
const [changedDays, restDays] = [5, 3];

export interface Lived {
  quietDays: number;
  /** Quiet windows that were told to be unlike the training rows, or that raised what truths raise, each with what it was. */
  wrong: string[];
  /** The first window that was noticed of each kind of shift, from 1; null of none, which JSON keeps. */
  noticed: Record<Shift | 'truths', number | null>;
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

/** What a day is like; on days of rest nothing is moved, so that windows that are looked at together are of one kind. */
type Kind = 'quiet' | Shift | 'rest' | 'changed' | 'retrained' | 'back';

/**
 * Lives through quiet days, days on which inputs moved, days on which the relation changed, a retraining on rows of
 * these, and the way back to the first version.
 */
export async function live(base: string, subject: Subject, settings: Settings): Promise<Lived> {
  const { rows } = settings;
  const draw = drawer(subject, 5);
  const changed = () => moveTruths(subject, draw(rows));
  const model = new LiveModel(base, subject);
  await model.train();
  const started = performance.now();
  const days: { kind: Kind; rows: Row[]; alarms: string[] }[] = [];
  const spend = async (kind: Kind, day: Row[], isTold = true) => {
    const alarms = await model.liveThrough(day, { isTold });
    days.push({ kind, rows: day, alarms: alarms.filter((cause) => cause !== 'drift') });
  };
  const quietDays = Math.min(settings.days, Math.floor(subject.quiet.length / rows));
  for (let day = 0; day < quietDays; day += 1) await spend('quiet', subject.quiet.slice(day * rows, (day + 1) * rows));
  for (const name of shiftNames) {
    // Truths would tell that the answers to such rows are wrong, which is another alarm.
    for (let day = 0; day < movedDays; day += 1) await spend(name, shifts[name](subject, draw(rows)), false);
    for (let day = 0; day < restDays; day += 1) await spend('rest', draw(rows));
  }
  for (let day = 0; day < changedDays; day += 1) await spend('changed', changed());
  await model.judged();
  await model.retrain(moveTruths(subject, subject.fresh), 2);
  for (let day = 0; day < movedDays; day += 1) await spend('retrained', changed());
  await model.activate(1);
  await spend('back', changed());
  const windows = await model.judged();
  const seconds = (performance.now() - started) / 1000;
  const lived = days.map((day, place) => ({ ...day, window: windows[place], isTold: isDrifted(windows[place]) }));
  const of = (kind: Kind) => lived.filter((day) => day.kind === kind);
  const first = (flags: readonly boolean[]) => {
    const place = flags.indexOf(true);
    return place < 0 ? null : place + 1;
  };
  const seen = (kind: Shift) => first(of(kind).map(({ isTold }) => isTold));
  const mean = (kind: Kind) =>
    meanOf(
      of(kind).map(({ window }) => window),
      subject,
    );
  return {
    quietDays,
    wrong: of('quiet').flatMap(({ window, alarms }, day, quiet) => {
      const raised = alarms.filter((cause) => !quiet[day - 1]?.alarms.includes(cause));
      return [...whatDrifted(window), ...raised].map((what) => `day ${day + 1}: ${what}`);
    }),
    noticed: {
      mean: seen('mean'),
      category: seen('category'),
      missing: seen('missing'),
      truths: first(of('changed').map(({ alarms }) => alarms.length > 0)),
    },
    phases: {
      metric: subject.isClass ? 'accuracy' : 'coverage',
      before: mean('quiet'),
      changed: mean('changed'),
      retrained: mean('retrained'),
      back: mean('back'),
    },
    asked: [...of('quiet').slice(-settings.peerDays), ...shiftNames.flatMap((name) => of(name))],
    seconds,
  };
}

function meanOf(windows: readonly Window[], { isClass }: Subject): number | undefined {
  const metric = isClass ? 'accuracy' : 'coverage';
  const values = windows.flatMap(({ live: figures }) => figures.find((one) => one.metric === metric)?.value ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
