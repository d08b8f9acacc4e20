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
/** Smaller losses are not worth an alarm. */
const leastShareLost = 0.02;
const leastErrorGrowth = 1.1;

type Place = Pick<Finding, 'version' | 'window_start'>;

/** What the verdict on a window says about drift. */
export function findDrift({ columns, answers, together, windows }: Verdict, place: Place): Finding {
  const drifted = columns.filter(({ is_drift }) => is_drift).sort((a, b) => b.distance - a.distance);
  const isDrift = drifted.length > 0 || answers?.is_drift || together?.is_drift;
  const isQuiet = [...columns, answers, together].every((one) => !one || one.significance / windows > quiet);
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
  const lossOf = (metric: Figure['metric'], cause: Finding['cause']) => {
    const figure = figures.find((one) => one.metric === metric);
    return figure ? [findLoss(figure, cause, place, ordered.length)] : [];
  };
  return [
    ...lossOf(description.classes ? 'accuracy' : 'mae', 'accuracy_dropped'),
    ...lossOf('coverage', 'coverage_lost'),
  ];
}

function findLoss(figure: Figure, cause: Finding['cause'], place: Place, looks: number): Finding {
  const { metric, value, standard_error, training, training_standard_error } = figure;
  const facts = { metric, value, standard_error, training };
  if (training === null) return { cause, ...place, says: 'nothing', detail: '', facts };
  const lost = metric === 'mae' ? value - training : training - value;
  const chance = Math.min(1, normalTail(lost / Math.hypot(standard_error, training_standard_error ?? 0)) * looks);
  const matters = metric === 'mae' ? value >= training * leastErrorGrowth : lost >= leastShareLost;
  const says = chance < alarming && matters ? 'alarm' : chance / looks > quiet ? 'quiet' : 'nothing';
  const detail = `${metric} is ${value.toPrecision(3)} ± ${standard_error.toPrecision(2)}; held-out training rows had ${training.toPrecision(3)}.`;
  return { cause, ...place, says, detail, facts };
}
