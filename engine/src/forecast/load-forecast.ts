import { profileFrom } from '../columns/load-profile.ts';
import type { ModelDescription } from '../model.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { moveSteps, type TimeStep } from './axis/step.ts';
import { loadDemand } from './demand-bounds.ts';
import type { ForecastState } from './forecast-state.ts';
import { loadInputs } from './inputs/served-inputs.ts';
import { loadReading, loadStep, mostTime } from './load-axis.ts';
import { type GroupKey, groupKinds } from './series/keys.ts';

const mostSeries = 10_000;
const mostSteps = 10_000;

/** Loads a forecast and checks that array lengths agree and that times stay within the calendar. */
export function loadForecast(saved: SavedValue, description: ModelDescription): ForecastState {
  if (description.task !== 'forecast' || description.classes !== null) saved.fail('of a model whose task is forecast');
  const groupColumns = saved
    .get('groupColumns')
    .list(1000)
    .map((column) => ({ name: column.get('name').text(), kind: column.get('kind').oneOf(groupKinds) }));
  const keys = saved
    .get('keys')
    .list(mostSeries)
    .map((key) => loadKey(key, groupColumns.length));
  if (keys.length === 0) saved.fail('a forecast of at least one series');
  const limit = saved.get('limit').integer(1, mostSteps);
  const step = loadStep(saved.get('step'));
  const errors = saved.get('bounds').get('errors').doubles();
  if (errors.length === 0) saved.fail('bounds with errors');
  return {
    description,
    timeColumn: saved.get('timeColumn').text(),
    reading: loadReading(saved.get('reading')),
    step,
    groupColumns,
    keys,
    ends: loadEnds(saved.get('ends'), keys.length, step, limit),
    horizon: saved.get('horizon').integer(1, limit),
    limit,
    paths: saved.get('paths').doubles(keys.length * limit),
    scales: saved.get('scales').doubles(keys.length),
    floors: saved.get('floors').integers(Uint8Array, 0, 1, keys.length),
    // Absent in older files.
    power: saved.get('power').isNull ? 0 : saved.get('power').number(0, 1),
    growth: saved.get('growth').doubles(limit),
    ...loadNewer(saved, limit),
    inputs: loadInputs(saved.get('inputs'), keys.length, limit),
    demand: loadDemand(saved.get('demand'), keys.length),
    bounds: { errors, rowCount: saved.get('bounds').get('rowCount').integer(1, 1e12) },
    targetProfile: profileFrom(saved.get('targetProfile')),
  };
}

/** Both are absent in older files. */
function loadNewer(saved: SavedValue, limit: number): Pick<ForecastState, 'sumGrowth' | 'following'> {
  const [sums, following] = [saved.get('sumGrowth'), saved.get('following')];
  return {
    sumGrowth: sums.isNull ? null : sums.doubles(limit),
    following: following.isNull
      ? null
      : {
          wander: following.get('wander').number(0, 1e6),
          kept: following.get('kept').number(0, 1),
          growth: following.get('growth').doubles(limit),
        },
  };
}

function loadKey(saved: SavedValue, length: number): GroupKey {
  const cells = saved.list(1000).map((cell) => cell.text());
  return cells.length === length ? cells : saved.fail(`a key of ${length} cells`);
}

function loadEnds(saved: SavedValue, count: number, step: TimeStep, limit: number): Float64Array {
  const ends = saved.doubles(count);
  const isReachable = (end: number) => Math.abs(end) <= mostTime && Math.abs(moveSteps(step, end, limit)) <= mostTime;
  return ends.every(isReachable) ? ends : saved.fail('times within the calendar');
}
