import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { chanceOf, type GeneratedKind, generatedKinds } from '../forecast/generated.ts';
import { jackknifeError } from './jackknife.ts';
import type { Judgement } from './judge.ts';

const seriesCount = 20;

/** Kinds of series whose values later than the known ones are drawn too. */
export const forecastScenarios: Record<string, GeneratedKind> = Object.fromEntries(
  generatedKinds
    .filter(({ name }) => ['random walk', 'line and season', 'returning to a mean', 'airline model'].includes(name))
    .map((kind) => [`forecast: ${kind.name}`, kind]),
);

/** What a forecast says of its error and bounds, and what the next horizon of each series shows. */
export async function judgeForecast(kind: GeneratedKind, seed: number, seconds: number): Promise<Judgement> {
  const { horizon } = kind;
  const series = Array.from({ length: seriesCount }, (_, index) => kind.draw(chanceOf(1000 * seed + index)));
  const known = series.map((values) => values.slice(0, -horizon));
  const model = await train(tableOf(kind, known), {
    target: 'value',
    orderBy: 'time',
    groupBy: ['series'],
    horizon,
    timeBudgetSeconds: seconds,
  });
  const judged = series.map((values, place) => {
    const answers = model.predict([{ series: `s${place}` }], { quantile: 0.9 }, []);
    if (!answers?.lower || !answers.upper) throw new Error('the series has no forecast with bounds');
    const { lower, upper } = answers;
    const held = values.slice(-horizon);
    return {
      error: meanOf(held.map((value, step) => Math.abs(value - answers.values[step]))),
      inside: meanOf(held.map((value, step) => Number(value >= lower[step] && value <= upper[step]))),
    };
  });
  const { accuracies, standardErrors, calibration, trainingSeconds } = model.description;
  const all = [...judged.keys()];
  const mae = (some: number[]) => meanOf(some.map((place) => judged[place].error));
  const inside = (some: number[]) => meanOf(some.map((place) => judged[place].inside));
  return {
    figures: [
      {
        metric: 'mae',
        said: accuracies.mae,
        standardError: standardErrors?.mae ?? 0,
        truth: mae(all),
        truthError: jackknifeError(all, mae),
      },
    ],
    saidInside: calibration.find(({ confidence }) => confidence === 0.9)?.observed ?? Number.NaN,
    inside: inside(all),
    insideError: jackknifeError(all, inside),
    calibrated: [],
    isFarther: false,
    scheme: 'backtest',
    seconds: trainingSeconds,
  };
}

function tableOf({ season, days }: GeneratedKind, series: readonly (readonly number[])[]): Table {
  const months = season === 4 ? 3 : 1;
  const timeOf = (place: number) => (days ? Date.UTC(2000, 0, 1 + days * place) : Date.UTC(2000, months * place, 1));
  const rows = series.flatMap((values, code) => values.map((value, place) => ({ code, time: timeOf(place), value })));
  return {
    rowCount: rows.length,
    columns: [
      { name: 'time', type: 'time', values: Float64Array.from(rows, ({ time }) => time) },
      {
        name: 'series',
        type: 'text',
        codes: Int32Array.from(rows, ({ code }) => code),
        dictionary: series.map((_, code) => `s${code}`),
      },
      { name: 'value', type: 'number', values: Float64Array.from(rows, ({ value }) => value) },
    ],
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
