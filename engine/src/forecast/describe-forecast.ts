import type { BacktestDescription } from '../backtest-description.ts';
import { errorOfShare } from '../bounds/calibration-table.ts';
import { profileColumn } from '../columns/profile.ts';
import { warnOfCoverage } from '../describing/coverage-warnings.ts';
import type {
  CandidateDescription,
  CoverageDescription,
  FeatureDescription,
  FeatureRole,
  RangeDescription,
} from '../description.ts';
import type { ModelDescription } from '../model.ts';
import type { TrainRequest } from '../request.ts';
import type { Table } from '../table.ts';
import { writesNumbers, writeTime } from './axis/format.ts';
import { moveSteps, nameStep } from './axis/step.ts';
import type { Blend } from './backtest/blend.ts';
import { crossCheckForecast } from './backtest/cross-check-forecast.ts';
import type { ScaledErrors } from './backtest/error-bounds.ts';
import { findLateChange } from './backtest/latest-errors.ts';
import { type ForecastFigures, measureBlend } from './backtest/measure-blend.ts';
import { tabulateBacktest } from './backtest/tabulate-backtest.ts';
import {
  type DescribedInputs,
  describeUse,
  noteUnused,
  planOfInputs,
  rangesOfInputs,
  usedColumns,
} from './describe-inputs.ts';
import { mayBeKnown } from './inputs/known-input.ts';
import { noteOthers } from './inputs/left-out.ts';
import { methodNames } from './methods/list.ts';
import type { Panel } from './series/collect.ts';
import { nameKey } from './series/keys.ts';

interface TrainedForecast {
  table: Table;
  request: TrainRequest;
  panel: Panel;
  settings: { season: number; window: number; horizon: number; limit: number; seed: number };
  blend: Blend;
  /** Size of each series' values; values were divided by it. */
  units: readonly number[];
  /** Backtest errors of the blend, from which bounds come. */
  errors: readonly ScaledErrors[];
  /** The power of the level that these were divided by. */
  power: number;
  /** How much larger errors of each trial would be at the level of today. */
  levels: readonly (readonly number[])[];
  /** Seconds that each method took, in the order of `methodNames`. */
  spent: Float64Array;
  inputs: DescribedInputs;
  /** Number of series of rare demand. */
  rare: number;
}

/** Most series that the plan lists with weights, and most values that the ranges list. */
const mostNamed = 20;

export function describeForecast(trained: TrainedForecast): Omit<ModelDescription, 'trainingSeconds'> {
  const { table, request, panel } = trained;
  const used = methodNames.filter((_, method) => trained.blend.weights.some((own) => own[method] > 0));
  const inputs = [panel.timeColumn, ...panel.groupColumns.map(({ name }) => name), ...usedColumns(trained.inputs)];
  const {
    accuracies,
    baseline,
    besideNaive,
    standardErrors: usualErrors,
  } = measureBlend(trained.blend.trials, trained.units, trained.levels);
  const change = findLateChange(trained.blend.trials);
  const standardErrors = change ? reachLatest(accuracies, usualErrors, change) : usualErrors;
  const features = describeColumns(trained);
  const backtest = tabulateBacktest({ ...trained, trials: trained.blend.trials, horizon: trained.settings.horizon });
  const coverage = coverageBySeries(backtest, trained.settings.horizon);
  return {
    target: request.target,
    task: 'forecast',
    inputs,
    knownColumns: table.columns.map(({ name }) => name).filter((name) => name !== request.target),
    classes: null,
    rowCount: panel.target.rows.length,
    accuracies,
    // The symmetric percentage error runs from 0 to 2, so accuracy runs from 1 (no error) to 0.
    accuracy: Math.min(1, Math.max(0, 1 - accuracies.smape / 2)),
    columnImportances: {},
    importanceSpreads: {},
    importanceLosses: {},
    baseline,
    standardErrors,
    validation: null,
    thresholds: [],
    stages: [
      'order',
      ...(request.aggregate ? ['aggregate'] : []),
      'fill gaps',
      ...describeUse(trained.inputs),
      ...used,
      ...(used.length > 1 ? ['weighted ensemble'] : []),
      'backtest bounds',
    ],
    features,
    candidates: describeMethods(trained),
    ranges: [...describeRanges(panel), ...rangesOfInputs(trained.inputs, trained.settings.limit)],
    calibration: crossCheckForecast(trained.errors, trained.settings.horizon),
    backtest,
    coverage,
    confusionMatrix: null,
    residuals: null,
    learning: null,
    warnings: [
      ...panel.warnings,
      ...noteUnused(trained.inputs),
      ...noteOthers(namesOfOthers(features, request)),
      ...noteRare(trained),
      ...warnOfCoverage(coverage),
      ...warnOfBaseline(besideNaive),
      ...warnOfChange(change),
    ],
    dependence: [],
    plan: describePlan(trained),
  };
}

/** The share inside the bounds by series; of a forecast, all steps count as one piece of evidence, as they hang together. */
function coverageBySeries({ series, level }: BacktestDescription, horizon: number): CoverageDescription[] {
  if (series.length < 2) return [];
  return series.flatMap(({ series: key, count, covered }) => {
    if (covered === null) return [];
    const independent = Math.max(1, Math.round(count / horizon));
    return [
      {
        by: 'group' as const,
        column: Object.keys(key).join(', '),
        value: Object.values(key).join(', '),
        count,
        independent,
        observed: covered,
        expected: level,
        standard_error: errorOfShare(covered, independent),
      },
    ];
  });
}

function namesOfOthers(
  features: readonly FeatureDescription[],
  { knownInputs = [], ignore = [] }: TrainedForecast['request'],
): string[] {
  const named = new Set([...knownInputs, ...ignore]);
  return features
    .filter(({ role, type: kind, distinct }) => role === 'ignored' && mayBeKnown({ kind, distinct }))
    .map(({ column }) => column)
    .filter((column) => !named.has(column));
}

function noteRare({ rare, panel, request }: TrainedForecast): string[] {
  if (rare === 0) return [];
  const which = panel.series.length === 1 ? `\`${request.target}\` is` : `${rare} of ${panel.series.length} series are`;
  return [
    `${which} often 0: the forecast is the expected mean, and its bounds show how sums of it were spread; absolute errors (mase, mae) would favour always forecasting 0`,
  ];
}

function warnOfBaseline({ value, error }: ForecastFigures['besideNaive']): string[] {
  if (value < 1 - 2 * error) return [];
  return ['the forecast is not significantly better than repeating the last season'];
}

/** A standard error reaches as far as the errors of the latest forecasts: what comes is likely to be like these. */
function reachLatest<Name extends string>(
  accuracies: Record<Name, number>,
  errors: Partial<Record<Name, number>>,
  times: number,
): Partial<Record<Name, number>> {
  const reached = Object.entries(errors) as [Name, number][];
  return Object.fromEntries(
    reached.map(([name, error]) => [name, Math.max(error, accuracies[name] * (times - 1))]),
  ) as Partial<Record<Name, number>>;
}

function warnOfChange(times: number | undefined): string[] {
  if (times === undefined) return [];
  return [
    `the latest forecasts of the backtest have errors ${times.toPrecision(2)} times as large as the average: something changed recently, so future errors may be as large, and the bounds, although widened, too narrow`,
  ];
}

function describeColumns({ table, request, panel, inputs }: TrainedForecast): FeatureDescription[] {
  const groups = panel.groupColumns.map(({ name }) => name);
  const known = usedColumns(inputs);
  const roleOf = (name: string): FeatureRole => {
    if (name === request.target) return 'target';
    if (name === panel.timeColumn) return 'time';
    if (known.includes(name)) return 'feature';
    return groups.includes(name) ? 'group' : 'ignored';
  };
  const encoders: Partial<Record<FeatureRole, string>> = {
    time: `time axis by ${nameStep(panel.step)}`,
    group: 'series key',
    feature: 'regression',
  };
  return table.columns.map((column) => {
    const { name, kind: type, missing, distinct } = profileColumn(column);
    const role = roleOf(name);
    return {
      column: name,
      type,
      encoder: encoders[role] ?? 'none',
      role,
      importance: 0,
      missing,
      distinct,
    };
  });
}

function describeMethods({ blend: { pooled, areSquared, weights }, spent }: TrainedForecast): CandidateDescription[] {
  return methodNames.flatMap((name, method) =>
    Number.isNaN(pooled[method])
      ? []
      : [
          {
            name,
            performance: pooled[method],
            training_seconds: spent[method],
            selected: weights.some((own) => own[method] > 0),
            metric: areSquared[method] ? 'scaled_rmse' : 'mase',
          },
        ],
  );
}

function describeRanges({ timeColumn, reading, step, series, groupColumns }: Panel): RangeDescription[] {
  const first = series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = series.reduce(
    (most, { start, values }) => Math.max(most, moveSteps(step, start, values.length - 1)),
    first,
  );
  const type = writesNumbers(reading.format) ? 'number' : 'datetime';
  const limits = { min: writeTime(reading.format, first), max: writeTime(reading.format, last) };
  return [
    { column: timeColumn, type, ...limits, median: null, values: null },
    ...groupColumns.map(({ name }, index): RangeDescription => {
      const values = [...new Set(series.map(({ key }) => key[index]))].slice(0, mostNamed);
      return { column: name, type: 'category', min: null, max: null, median: null, values };
    }),
  ];
}

function describePlan({ request, panel, settings, blend, inputs }: TrainedForecast): Record<string, unknown> {
  const { season, window, horizon, limit, seed } = settings;
  const { timeColumn, groupColumns, series, step } = panel;
  return {
    task: 'forecast',
    metric: 'mase',
    order_by: timeColumn,
    group_by: groupColumns.map(({ name }) => name),
    ...(request.aggregate && { aggregate: request.aggregate }),
    ...planOfInputs(inputs),
    step: nameStep(step),
    season,
    window,
    horizon,
    most_horizon: limit,
    seed,
    series: series.length,
    ensembles: series.slice(0, mostNamed).map(({ key, values }, index) => ({
      series: nameKey(groupColumns, key),
      values: values.length,
      missing: values.filter(Number.isNaN).length,
      backtests: blend.trials[index].length,
      methods: describeWeights(blend, index),
    })),
  };
}

function describeWeights({ weights: all, scores: allScores, trials }: Blend, series: number) {
  const [weights, scores] = [all[series], allScores[series]];
  const metric = trials[series].some(({ isRare }) => isRare) ? 'scaled_rmse' : 'mase';
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return methodNames.flatMap((name, method) =>
    weights[method] > 0
      ? [{ name, weight: weights[method] / total, [metric]: Number.isNaN(scores[method]) ? null : scores[method] }]
      : [],
  );
}
