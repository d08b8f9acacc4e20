import type { BacktestDescription, BacktestFigures, BacktestPoint } from '../../backtest-description.ts';
import { writeTime } from '../axis/format.ts';
import { moveSteps } from '../axis/step.ts';
import type { Panel } from '../series/collect.ts';
import { writeKey } from '../series/keys.ts';
import type { BlendedTrial } from './blend.ts';
import { boundsApart } from './bounds-apart.ts';
import type { ScaledErrors } from './error-bounds.ts';
import { levelFactors } from './level-power.ts';

const level = 0.9;
const [mostSeries, mostPoints] = [100, 600];

export interface Backtested {
  panel: Panel;
  /** By series, latest first. Values are divided by the series' `units`. */
  trials: readonly (readonly BlendedTrial[])[];
  units: readonly number[];
  /** Of the trials whose series changed before. */
  errors: readonly ScaledErrors[];
  /** The power of the level that errors were divided by. */
  power: number;
  horizon: number;
}

/** One forecast value beside what came; `unit` is the naive error of the past. */
interface Checked extends Pick<BacktestPoint, 'step' | 'actual' | 'forecast' | 'naive' | 'lower' | 'upper'> {
  series: number;
  place: number;
  /** Place in the series of what was forecast. */
  at: number;
  unit: number;
}

/** Lays the forecasts of a backtest beside what came; values that were missing do not count. */
export function tabulateBacktest(tested: Backtested): BacktestDescription {
  const { panel, trials, errors, horizon, power } = tested;
  const widthsOf = boundsApart(errors, horizon, [level]);
  const checked = trials.flatMap((own, series) => {
    const changing = own.filter(({ recentUnit }) => recentUnit > 0);
    return own.flatMap((trial, place) => {
      const widths = trial.recentUnit > 0 ? widthsOf(series, changing.indexOf(trial)) : undefined;
      const factors = levelFactors(trial.path, trial.path.length, power);
      const widthAt = (step: number) => (widths ? widths(0, step) * trial.recentUnit * factors[step] : 0);
      return checkTrial(tested, { trial, series, place }, widths && widthAt);
    });
  });
  const steps = Array.from({ length: horizon }, (_, step) => checked.filter((one) => one.step === step + 1));
  const bySeries = [...Map.groupBy(checked, ({ series }) => series)];
  const latest = checked.toSorted((a, b) => a.place - b.place).slice(0, mostPoints);
  return {
    level,
    origins: Math.max(0, ...trials.map(({ length }) => length)),
    steps: steps.flatMap((some, step) => (some.length > 0 ? [{ step: step + 1, ...figuresOf(some) }] : [])),
    series: bySeries
      .map(([series, some]) => ({ series: keyOf(panel, series), ...figuresOf(some) }))
      .sort((a, b) => (b.mase ?? 0) - (a.mase ?? 0))
      .slice(0, mostSeries),
    points: latest.map((one) => pointOf(panel, one)),
  };
}

function checkTrial(
  { panel, units }: Backtested,
  { trial, series, place }: { trial: BlendedTrial; series: number; place: number },
  widthAt: ((step: number) => number) | undefined,
): Checked[] {
  const { values } = panel.series[series];
  const unit = units[series];
  const floor = values.some((value) => value < 0) ? Number.NEGATIVE_INFINITY : 0;
  const known = values.length - trial.historyLength + trial.known;
  return Array.from(trial.truth.keys()).flatMap((index) => {
    if (Number.isNaN(values[known + index])) return [];
    const [forecast, width] = [trial.path[index] * unit, widthAt && widthAt(index) * unit];
    return {
      series,
      place,
      at: known + index,
      unit: trial.unit * unit,
      step: index + 1,
      actual: values[known + index],
      forecast,
      naive: trial.naive[index] * unit,
      lower: width === undefined ? null : Math.max(floor, forecast - width),
      upper: width === undefined ? null : forecast + width,
    };
  });
}

function figuresOf(checked: readonly Checked[]): BacktestFigures {
  const mean = (value: (one: Checked) => number) => checked.reduce((sum, one) => sum + value(one) / checked.length, 0);
  const changing = checked.filter(({ unit }) => unit > 0);
  const scaled = (what: 'forecast' | 'naive') =>
    changing.length === 0
      ? null
      : changing.reduce((sum, one) => sum + Math.abs(one.actual - one[what]) / one.unit / changing.length, 0);
  const bounded = checked.filter(({ lower }) => lower !== null);
  const inside = bounded.filter(({ actual, lower, upper }) => actual >= lower! && actual <= upper!);
  return {
    count: checked.length,
    mae: mean(({ actual, forecast }) => Math.abs(actual - forecast)),
    naive_mae: mean((one) => Math.abs(one.actual - one.naive)),
    mase: scaled('forecast'),
    naive_mase: scaled('naive'),
    covered: bounded.length > 0 ? inside.length / bounded.length : null,
  };
}

function keyOf({ groupColumns, series }: Panel, index: number): BacktestPoint['series'] {
  return Object.fromEntries(writeKey(groupColumns, series[index].key));
}

function pointOf(panel: Panel, { series, at, step, place: _, unit, ...figures }: Checked): BacktestPoint {
  const { start } = panel.series[series];
  const timeAt = (place: number) => writeTime(panel.reading.format, moveSteps(panel.step, start, place));
  return { series: keyOf(panel, series), origin: timeAt(at - step), time: timeAt(at), step, scale: unit, ...figures };
}
