import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Finding } from './alarms.ts';
import type { Verdict } from './judge.ts';
import { type Figure, liveFigures, pooled } from './live.ts';
import type { LiveSums } from './live-sums.ts';
import { normalTail } from './statistics.ts';

/** Chances, counted for all looks, below which an alarm is raised, and above which a window is quiet. */
const [alarming, quiet] = [0.01, 0.05];
const windowsTogether = 3;
const leastTruths = 30;
const leastShareLost = 0.02;
const leastErrorGrowth = 1.1;
/** Of the mean error. */
const leastBias = 0.25;

type Place = Pick<Finding, 'version' | 'window_start'>;

/** What the verdict on a window says about drift. */
export function findDrift({ columns, answers, together, is_quiet: isQuiet }: Verdict, place: Place): Finding {
  const drifted = columns.filter(({ is_drift }) => is_drift).sort((a, b) => b.distance - a.distance);
  const isDrift = drifted.length > 0 || answers?.is_drift || together?.is_drift;
  const named = drifted.map(({ column }) => column);
  const telling = named.length > 0 ? named : (together?.columns ?? []);
  const detail = isDrift
    ? `Asked rows are not like the training rows${telling.length > 0 ? `: ${telling.slice(0, 5).join(', ')}` : ''}.`
    : '';
  const facts = { columns: named, answers: answers?.is_drift ?? false, auc: together?.auc ?? null };
  return { cause: 'drift', ...place, says: isDrift ? 'alarm' : isQuiet ? 'quiet' : 'nothing', detail, facts };
}

/** What the truths of the last windows of a version say; empty while there are too few. */
export function findLosses(windows: readonly LiveSums[], description: ModelDescription): Finding[] {
  const ordered = windows.toSorted((a, b) => (a.window_start < b.window_start ? -1 : 1));
  const last = pooled(ordered.slice(-windowsTogether));
  if (!last || last.truths < leastTruths) return [];
  const figures = liveFigures(last, description);
  const place = { version: last.version, window_start: last.window_start };
  const usual = description.accuracies.mae ?? 0;
  const looks = looksAt(ordered);
  const find = (cause: Finding['cause'], metrics: readonly Figure['metric'][]) => {
    const looked = figures.filter(({ metric }) => metrics.includes(metric));
    const found = looked.map((figure) => findLoss(figure, { cause, place, usual, looks: looks * looked.length }));
    return found.toSorted((a, b) => urgency.indexOf(a.says) - urgency.indexOf(b.says)).slice(0, 1);
  };
  return [
    ...find('accuracy_dropped', description.classes ? ['accuracy'] : ['mae', 'bias', 'typical_bias']),
    ...find('coverage_lost', ['coverage']),
  ];
}

const urgency: readonly Finding['says'][] = ['alarm', 'nothing', 'quiet'];

/** Looks that count before the first: it would else take as much of the chance of a wrong alarm as all of a month. */
const looksBefore = 30;

/** How often the sums of the last windows were looked at so far, and before. */
function looksAt(ordered: readonly LiveSums[]): number {
  return ordered.reduce((sum, { looks }, place) => {
    const some = ordered.slice(Math.max(0, place + 1 - windowsTogether), place + 1);
    const most = looksWithin(some.reduce((all, { truths }) => all + truths, 0));
    return sum + (looks > 0 ? Math.min(looks, most) : most);
  }, looksBefore);
}

/**
 * Truths are looked at whenever some arrive, perhaps one by one. Sums of few truths change fast and those of many
 * slowly, so that no more looks count than one for each quarter more.
 */
function looksWithin(truths: number): number {
  return 1 + Math.log(Math.max(1, truths / leastTruths)) / Math.log(1.25);
}

interface Asked {
  cause: Finding['cause'];
  place: Place;
  looks: number;
  /** The mean size of the errors of held-out training rows. */
  usual: number;
}

function findLoss(figure: Figure, { cause, place, looks, usual }: Asked): Finding {
  const { metric, value, standard_error, training, training_standard_error } = figure;
  const facts = { metric, value, standard_error, training };
  if (training === null) return { cause, ...place, says: 'nothing', detail: '', facts };
  const alone = normalTail(lossOf(figure, training) / Math.hypot(standard_error, training_standard_error ?? 0));
  const chance = Math.min(1, alone * (isSigned(metric) ? 2 : 1));
  const isAlarming = chance * looks < alarming && matters(figure, training, usual);
  const says = isAlarming ? 'alarm' : chance > quiet ? 'quiet' : 'nothing';
  const detail = `${metric} is ${value.toPrecision(3)} ± ${standard_error.toPrecision(2)}; held-out training rows had ${training.toPrecision(3)}.`;
  return { cause, ...place, says, detail, facts };
}

/** Both signs are losses. */
function isSigned(metric: Figure['metric']): boolean {
  return metric === 'bias' || metric === 'typical_bias';
}

function lossOf({ metric, value }: Figure, training: number): number {
  if (isSigned(metric)) return Math.abs(value - training);
  return metric === 'mae' ? value - training : training - value;
}

/** Smaller losses are not worth an alarm, however certain they are. */
function matters(figure: Figure, training: number, usual: number): boolean {
  const lost = lossOf(figure, training);
  if (isSigned(figure.metric)) return lost >= leastBias * usual;
  return figure.metric === 'mae' ? figure.value >= training * leastErrorGrowth : lost >= leastShareLost;
}
