import { warnOfLateness } from '../describing/late-warnings.ts';
import { TrainingError } from '../errors.ts';
import type { Model, ModelDescription } from '../model.ts';
import type { Monitor } from '../monitor.ts';
import type { HolidaysOf, TrainRequest } from '../request.ts';
import type { Column, Table } from '../table.ts';
import { resolutionOf } from '../target/resolution.ts';
import { moveSteps } from './axis/step.ts';
import { type BacktestSettings, recentError } from './backtest/backtest.ts';
import { type BlendedTrial, blendMethods } from './backtest/blend.ts';
import { chooseMethods } from './backtest/choose-methods.ts';
import { fitForecastBounds, type ScaledErrors } from './backtest/error-bounds.ts';
import { learnFollowing } from './backtest/follow.ts';
import { widenAfterChange } from './backtest/latest-errors.ts';
import { findGrowthPower, findLevelPower, levelFactors, levelsSince } from './backtest/level-power.ts';
import { growthOfSum } from './backtest/sum-growth.ts';
import { chooseInputs } from './choose-inputs.ts';
import { keepDemand } from './demand-bounds.ts';
import { describeForecast } from './describe-forecast.ts';
import { serveForecast } from './fit-to-serve.ts';
import { createForecastModel } from './forecast-model.ts';
import { decideLengths, readForecastRequest } from './forecast-settings.ts';
import { gatherInputs } from './inputs/gather-inputs.ts';
import { effortFor } from './methods/effort.ts';
import { methodNames } from './methods/list.ts';
import { collectPanel, type Panel } from './series/collect.ts';
import { fillGaps } from './series/fill.ts';
import { tooShort } from './series/refusals.ts';
import { cyclesOf, findSeason } from './series/season.ts';
import { hintAtParts, type PartColumn } from './time-parts.ts';

/** Number of horizons that a caller may ask for; bounds beyond the first are extrapolated. */
const horizonsAhead = 3;
/** Maximum number of answers in a model: series times steps. */
const mostAnswers = 2_000_000;
/** Number of values used from the end of a series: older ones help little and cost time. */
const mostHistory = 2000;
const seasonsKept = 8;

/** Everything known about the series before any method is tried. */
interface Preparation {
  panel: Panel;
  /** Without gaps, divided by the series' mean size. */
  histories: Float64Array[];
  units: number[];
  settings: BacktestSettings & { limit: number };
}

/**
 * Trains a forecast: all methods are backtested from several origins, each series is forecast by the weighted mean of
 * those that did well on it, and the backtest errors give the bounds. Throws TrainingError for invalid tables and
 * requests.
 */
export async function trainForecast(
  table: Table,
  request: TrainRequest & { orderBy: string },
  monitor: Monitor,
  holidaysOf?: HolidaysOf,
): Promise<Model> {
  const { panel, histories, units, settings: prepared } = withHint(table, request, () => prepare(table, request));
  const { limit: ahead } = prepared;
  const gathered = gatherInputs(table, request, panel, histories, { ahead, season: prepared.season, holidaysOf });
  await monitor.report('testing methods on the past', 0.05);
  const settings = { ...prepared, tried: await chooseMethods(histories, prepared, monitor.pause) };
  const { chosen, result, tried, untried } = await chooseInputs(histories, gathered, settings, (done) =>
    monitor.report('testing methods on the past', 0.05 + 0.65 * done),
  );
  const { trials, areRare, latest } = result;
  const blend = blendMethods(trials);
  const { pooled, weights } = blend;
  const known = pooled.filter((score) => !Number.isNaN(score));
  if (known.length === 0)
    withHint(table, request, () => {
      throw tooShort(Math.max(...panel.series.map(({ values }) => values.length)), settings.horizon);
    });
  await monitor.report('fitting', 0.7, Math.min(...known));
  const served = await serveForecast({ histories, units, latest, weights, gathered, chosen }, settings, (done) =>
    monitor.report('fitting', 0.7 + 0.25 * done),
  );
  const power = findLevelPower(blend.trials);
  const errors = blend.trials.map((own) => scaleErrors(own, power));
  const bounds = fitForecastBounds(errors, settings.horizon, settings.limit);
  const description = describeForecast({
    table,
    request,
    panel,
    settings,
    blend,
    units,
    errors,
    power,
    levels: levelsSince(blend.trials, histories, { ...settings, power: findGrowthPower(blend.trials) }),
    spent: settings.spent,
    inputs: { gathered, chosen, tried, untried },
    rare: areRare.reduce((sum, isRare) => sum + Number(isRare), 0),
  });
  const { limit, season } = settings;
  const model = createForecastModel({
    description: withTime(description, readForecastRequest(request).budgetSeconds, monitor),
    timeColumn: panel.timeColumn,
    reading: panel.reading,
    step: panel.step,
    groupColumns: panel.groupColumns,
    keys: panel.series.map(({ key }) => key),
    ends: Float64Array.from(panel.series, ({ start, values }) => moveSteps(panel.step, start, values.length - 1)),
    horizon: settings.horizon,
    limit,
    ...served,
    demand: keepDemand(histories, areRare, units),
    scales: Float64Array.from(
      histories,
      (values, index) =>
        recentError(values, season) * units[index] * bounds.sizes[index] * widenAfterChange(blend.trials[index]),
    ),
    floors: Uint8Array.from(histories, (values) => (values.every((value) => value >= 0) ? 1 : 0)),
    power,
    growth: bounds.growth,
    bounds: bounds.bounds,
    sumGrowth: growthOfSum(errors, settings.horizon, limit),
    following: learnFollowing(errors, bounds.growth, settings.horizon),
    targetProfile: panel.target.profile,
  });
  await monitor.report('complete', 1);
  return model;
}

/** What is fitted and served after the tests on the past looks at no clock, so a forecast may be late too. */
function withTime(
  description: Omit<ModelDescription, 'trainingSeconds'>,
  budgetSeconds: number,
  { seconds, processorShare }: Pick<Monitor, 'seconds' | 'processorShare'>,
): ModelDescription {
  const warnings = [...description.warnings, ...warnOfLateness(seconds, budgetSeconds, processorShare)];
  return { ...description, warnings, trainingSeconds: seconds };
}

function withHint<Result>(table: Table, { orderBy }: { orderBy: string }, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw hintAtParts(error, orderBy, table.columns.map(partOf));
  }
}

function partOf(column: Column): PartColumn {
  if (column.type !== 'number') return { name: column.name, type: column.type };
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of column.values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { name: column.name, type: 'number', least, most };
}

function prepare(table: Table, request: TrainRequest & { orderBy: string }): Preparation {
  const asked = readForecastRequest(request);
  const panel = collectPanel(table, request, request.orderBy);
  const season = findSeason(
    panel.step,
    panel.series.map(({ values }) => fillGaps(values, 1)),
  );
  const { window, horizon } = decideLengths(asked, season);
  const limit = horizonsAhead * horizon;
  if (limit * panel.series.length > mostAnswers)
    throw new TrainingError(
      'bad_horizon',
      `${panel.series.length} series cannot be forecast ${horizon} steps ahead at once: ask for a shorter horizon`,
    );
  refuseBeyondCalendar(panel, limit);
  const recent = panel.series.map(({ values }) =>
    fillGaps(values, season).subarray(-Math.max(mostHistory, seasonsKept * season)),
  );
  const units = recent.map((values) => values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length || 1);
  const histories = recent.map((values, index) => values.map((value) => value / units[index]));
  const deadline = performance.now() + asked.budgetSeconds * 600;
  const spent = new Float64Array(methodNames.length);
  const values = histories.reduce((sum, { length }) => sum + length, 0);
  const effort = effortFor(values, asked.calmSeconds);
  const tried = methodNames.map(() => true);
  const cycles = cyclesOf(panel.step);
  const settings = { season, cycles, window, horizon, limit, seed: asked.seed, effort, tried, deadline, spent };
  return { panel, histories, units, settings };
}

function refuseBeyondCalendar({ step, series, timeColumn }: Panel, limit: number): void {
  const last = series.map(({ start, values }) => moveSteps(step, start, values.length + limit));
  if (last.every((time) => Math.abs(time) <= 8.64e15)) return;
  throw new TrainingError('times_irregular', `the times of \`${timeColumn}\` go beyond the calendar`, timeColumn);
}

/**
 * Leaves out trials of constant series, which have no scale. Errors are no smaller than rounding makes them, and divided by
 * a `power` of the level.
 */
function scaleErrors(trials: readonly BlendedTrial[], power: number): ScaledErrors {
  return trials
    .filter(({ recentUnit }) => recentUnit > 0)
    .map(({ path, truth, recentUnit }) => {
      const least = resolutionOf(truth);
      const factors = levelFactors(path, path.length, power);
      return truth.map((value, step) => {
        const error = value - path[step];
        return (Math.abs(error) < least ? least : error) / (recentUnit * factors[step]);
      });
    });
}
