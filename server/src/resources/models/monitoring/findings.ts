import { figureText } from '@sibyl/engine/figure-text.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { type Finding, nameSome, type Part } from './apply-finding.ts';
import type { Looked } from './drift.ts';
import type { Verdict } from './judge.ts';
import { type Figure, isSigned, leastTruths, liveFigures, lossOf, pooled, shareError } from './live.ts';
import type { LiveSums } from './live-sums.ts';
import { windowsTogether } from './newest-windows.ts';
import { normalTail } from './statistics.ts';

/** Chances, counted for all looks, below which an alarm is raised, and above which a window is quiet. */
const [alarming, quiet] = [0.01, 0.05];
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
  const telling = drifted.length > 0 ? drifted.map((one) => partOfColumn(one).detail) : (together?.columns ?? []);
  const detail = isDrift
    ? `Predicted rows are not like the training rows${telling.length > 0 ? `: ${nameSome(telling, ', ')}` : ''}.`
    : '';
  const facts = { columns: named, answers: answers?.is_drift ?? false, auc: together?.auc ?? null };
  const parts = [
    ...drifted.map(partOfColumn),
    ...(answers?.is_drift ? [partOf('predictions', answers)] : []),
    // What it tells by single columns is told by these.
    ...(together?.is_drift && drifted.length === 0 ? [partOfAll(together)] : []),
  ];
  return { cause: 'drift', ...place, says: isDrift ? 'alarm' : isQuiet ? 'quiet' : 'nothing', detail, facts, parts };
}

/** Gaps and new values of a column are told beside another shift of it. */
const leastShare = 0.05;

function partOfColumn(column: Verdict['columns'][number]): Part {
  const { missing, missing_in_training, unseen } = column;
  if (Math.abs(missing - missing_in_training) >= leastShare)
    return partOf(
      column.column,
      column,
      `missing in ${percent(missing)} of the rows, ${percent(missing_in_training)} in training`,
    );
  if (unseen >= leastShare) return partOf(column.column, column, `values unseen in training in ${percent(unseen)}`);
  return partOf(column.column, column);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function partOf(name: string, { distance, rows }: Pick<Looked, 'distance' | 'rows'>, kind = ''): Part {
  const what = kind === '' ? name : `${name} ${kind.split(' ')[0]}`;
  const detail = `${name} (${kind === '' ? '' : `${kind}, `}distance ${distance.toFixed(2)})`;
  return { what, group: what, size: distance, error: shareError(distance, rows ?? leastTruths), detail };
}

function partOfAll({ auc, standard_error, columns }: NonNullable<Verdict['together']>): Part {
  const detail = `all columns together (AUC ${auc.toFixed(2)}${columns.length > 0 ? `, by ${columns.join(', ')}` : ''})`;
  return { what: 'together', group: 'together', size: auc - 0.5, error: standard_error, detail };
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
    const [first] = found.toSorted((a, b) => urgency.indexOf(a.says) - urgency.indexOf(b.says));
    const partsOf = (some: readonly Finding[]) => some.flatMap(({ looked: own = [] }) => own);
    return first
      ? [{ ...first, parts: partsOf(found.filter(({ says }) => says === 'alarm')), looked: partsOf(found) }]
      : [];
  };
  return [
    ...find(
      'accuracy_dropped',
      description.classes ? ['accuracy', 'auc', 'f1_macro'] : ['mae', 'r2_score', 'bias', 'typical_bias'],
    ),
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
  const { metric, value, standard_error, training } = figure;
  const facts = { metric, value, standard_error, training };
  if (training === null) return { cause, ...place, says: 'nothing', detail: '', facts };
  const alone = normalTail(errorsLost(figure, training));
  const chance = Math.min(1, alone * (isSigned(metric) ? 2 : 1));
  const isAlarming = chance * looks < alarming && matters(figure, training, usual);
  const says = isAlarming ? 'alarm' : chance > quiet ? 'quiet' : 'nothing';
  const detail = `${metric} is ${figureText(value)} ± ${figureText(standard_error, 2)} (held-out training rows: ${figureText(training)})`;
  const part = {
    what: metric,
    group: groups[metric] ?? metric,
    size: lossOf(figure, training),
    error: standard_error,
    detail,
  };
  return { cause, ...place, says, detail: `${detail}.`, facts, looked: [part] };
}

/** By how many standard errors a figure is worse. Of R² the logarithm of what is left is nearer to normal. */
function errorsLost(figure: Figure, training: number): number {
  const { metric, value, standard_error, training_standard_error } = figure;
  const trainingError = training_standard_error ?? 0;
  if (metric !== 'r2_score') return lossOf(figure, training) / Math.hypot(standard_error, trainingError);
  const [left, usual] = [1 - value, 1 - training];
  if (left <= 0 || usual <= 0) return 0;
  return Math.log(left / usual) / Math.hypot(standard_error / left, trainingError / usual);
}

/** Figures that say the same are told once. */
const groups: Partial<Record<Figure['metric'], string>> = {
  typical_bias: 'bias',
  auc: 'accuracy',
  f1_macro: 'accuracy',
  r2_score: 'mae',
};

/** Smaller losses are not worth an alarm, however certain they are. */
function matters(figure: Figure, training: number, usual: number): boolean {
  const lost = lossOf(figure, training);
  if (isSigned(figure.metric)) return lost >= leastBias * usual;
  if (figure.metric === 'r2_score') return 1 - figure.value >= (1 - training) * leastErrorGrowth ** 2;
  return figure.metric === 'mae' ? figure.value >= training * leastErrorGrowth : lost >= leastShareLost;
}
