import { isDrifted, LiveModel, type Window } from './live-model.ts';
import { drawer, moveInputs, moveTruths, type Row, type Subject } from './stream.ts';

/** Days of each phase after the quiet ones. */
const movedDays = 5;

export interface Lived {
  /** Quiet windows that were told to be unlike the training rows, or that raised what truths raise. */
  wrongWindows: number;
  /** The first moved window that was noticed, from 1. */
  noticed: { inputs: number | undefined; truths: number | undefined };
  /** The accuracy or the coverage that truths show, as the mean of the windows of each phase. */
  phases: Record<'before' | 'moved' | 'retrained' | 'back', number | undefined> & { metric: string };
  /** The rows of the quiet windows, and of those with moved inputs, as peers see them. */
  asked: Row[][];
  seconds: number;
}

/**
 * Lives through quiet days, days on which inputs moved, days on which the relation changed, a retraining on rows of
 * these, and the way back to the first version.
 */
export async function live(
  base: string,
  subject: Subject,
  { days, rows }: { days: number; rows: number },
): Promise<Lived> {
  const draw = drawer(subject, 5);
  const model = new LiveModel(base, subject);
  await model.train();
  const started = performance.now();
  const asked: Row[][] = [];
  const ask = (day: Row[]) => {
    asked.push(day);
    return model.liveThrough(day);
  };
  let wrongByTruths = 0;
  for (let day = 0; day < days; day += 1) {
    const alarms = await ask(draw(rows));
    if (alarms.some((cause) => cause === 'accuracy_dropped' || cause === 'coverage_lost')) wrongByTruths += 1;
  }
  for (let day = 0; day < movedDays; day += 1) await ask(moveInputs(subject, draw(rows)));
  let truths: number | undefined;
  const phase = async (count: number, each: (alarms: string[], day: number) => void = () => {}) => {
    for (let day = 1; day <= count; day += 1) each(await model.liveThrough(moveTruths(subject, draw(rows))), day);
  };
  await model.judged();
  await phase(movedDays, (alarms, day) => {
    if (alarms.includes('accuracy_dropped') || alarms.includes('coverage_lost')) truths ??= day;
  });
  await model.retrain(moveTruths(subject, draw(4 * subject.learned.length)), 2);
  await phase(movedDays);
  await model.activate(1);
  await phase(1);
  const windows = await model.judged();
  const seconds = (performance.now() - started) / 1000;
  const wrongByDrift = windows.slice(0, days).filter(isDrifted).length;
  const inputs = windows.slice(days, days + movedDays).findIndex(isDrifted);
  const at = [0, days, days + movedDays, days + 2 * movedDays, days + 3 * movedDays];
  const part = (from: number, to: number) => meanOf(windows.slice(from, to), subject);
  return {
    wrongWindows: wrongByDrift + wrongByTruths,
    noticed: { inputs: inputs < 0 ? undefined : inputs + 1, truths },
    phases: {
      metric: subject.isClass ? 'accuracy' : 'coverage',
      before: part(0, at[1]),
      moved: part(at[2], at[3]),
      retrained: part(at[3], at[4]),
      back: part(at[4], at[4] + 1),
    },
    asked,
    seconds,
  };
}

function meanOf(windows: readonly Window[], { isClass }: Subject): number | undefined {
  const metric = isClass ? 'accuracy' : 'coverage';
  const values = windows.flatMap(({ live: figures }) => figures.find((one) => one.metric === metric)?.value ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
