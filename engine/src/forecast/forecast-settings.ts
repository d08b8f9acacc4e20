import { TrainingError } from '../errors.ts';
import type { TrainRequest } from '../request.ts';
import { usualSeconds } from '../training/quality.ts';
import { refuseThreshold } from '../training/settings.ts';

/** The resolved options of a forecast, except those that only the data can decide. */
export interface ForecastRequest {
  seed: number;
  budgetSeconds: number;
  /** The same on a machine that is free: equal tables get equal models. */
  calmSeconds: number;
  window: number | undefined;
  horizon: number | undefined;
}

const mostWindow = 400;
const mostHorizon = 1000;

/** Reads the options of a forecast. Throws a TrainingError that names an invalid one. */
export function readForecastRequest(request: TrainRequest): ForecastRequest {
  const { task = 'forecast', metric, seed = 0, slowness = 1 } = request;
  const usual = usualSeconds(request);
  const { timeBudgetSeconds: calmSeconds = usual } = request;
  const { timeBudgetSeconds: budgetSeconds = slowness * usual } = request;
  if (task !== 'forecast')
    throw new TrainingError(
      'task_mismatch',
      `order_by makes a forecast, not a ${task} model: leave one of the two out`,
    );
  refuseThreshold(request, 'forecast');
  if (metric !== undefined)
    throw new TrainingError(
      'unknown_metric',
      `a forecast is chosen by its scaled error (mase): leave metric \`${metric}\` out`,
    );
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new TrainingError('bad_seed', `the seed must be a whole number from 0, got ${seed}`);
  if (!(budgetSeconds > 0))
    throw new TrainingError('bad_budget', `the time budget must be above 0 seconds, got ${budgetSeconds}`);
  const window = readCount(request.window, 'window', mostWindow, 'bad_window');
  const horizon = readCount(request.horizon, 'horizon', mostHorizon, 'bad_horizon');
  return { seed: seed % 2 ** 31, budgetSeconds, calmSeconds, window, horizon };
}

function readCount(value: number | undefined, option: string, most: number, code: 'bad_window' | 'bad_horizon') {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
  throw new TrainingError(code, `the ${option} must be a whole number from 1 to ${most}, got ${value}`);
}

/**
 * Returns whether the request asks for a forecast. Throws a TrainingError for forecast options without a time column.
 */
export function asksForecast(request: TrainRequest): request is TrainRequest & { orderBy: string } {
  if (request.orderBy !== undefined) return true;
  const { task, groupBy, window, horizon, aggregate, knownInputs, holidays } = request;
  const options = { group_by: groupBy, window, horizon, aggregate, known_inputs: knownInputs, holidays };
  const stray = Object.entries(options).find(([, value]) => value !== undefined);
  if (stray === undefined && task !== 'forecast') return false;
  const reason = stray ? `\`${stray[0]}\` is for forecasts` : 'a forecast is asked for';
  throw new TrainingError('times_unreadable', `${reason}, which need order_by: the column of times`);
}

/** Options that follow from the season of the series. */
export function decideLengths({ window, horizon }: ForecastRequest, season: number) {
  return {
    window: window ?? Math.min(24, Math.max(3, season)),
    horizon: horizon ?? (season > 1 ? Math.min(season, 60) : 6),
  };
}
