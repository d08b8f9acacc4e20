import type { Column, Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { type Chance, chanceOf, type GeneratedKind } from './generated.ts';

/** Levels of the bounds. */
export const levels = [0.8, 0.9, 0.95] as const;

export interface KindFigures {
  /** Mean over the series. */
  mase: number;
  naive: number;
  /** Coverage of the bounds, per level. */
  inside: number[];
  /** Standard error of the middle level's coverage over series, whose steps are correlated. */
  error: number;
}

/** Trains on each of `count` series alone, with its end held out. */
export async function measureKind(kind: GeneratedKind, seed: number, count: number): Promise<KindFigures> {
  const results: SeriesFigures[] = [];
  for (let index = 0; index < count; index++) results.push(await measureSeries(kind, chanceOf(seed + index)));
  const meanOf = (pick: (one: SeriesFigures) => number) => results.reduce((sum, one) => sum + pick(one) / count, 0);
  const inside = levels.map((_, place) => meanOf((one) => one.inside[place]));
  const variance = meanOf((one) => (one.inside[1] - inside[1]) ** 2);
  return {
    mase: meanOf(({ mase }) => mase),
    naive: meanOf(({ naive }) => naive),
    inside,
    error: Math.sqrt(variance / Math.max(count - 1, 1)),
  };
}

type SeriesFigures = Omit<KindFigures, 'error'>;

async function measureSeries(kind: GeneratedKind, chance: Chance): Promise<SeriesFigures> {
  const { season, horizon } = kind;
  const values = kind.draw(chance);
  const known = values.slice(0, -horizon);
  const held = values.slice(-horizon);
  const model = await train(tableOf(kind, known), { target: 'value', orderBy: 'time', horizon });
  const answers = levels.map((quantile) => model.predict([{}], { quantile }, []));
  const path = answers[0]?.values ?? new Float64Array(horizon);
  const unit = mean(known.slice(season).map((value, index) => Math.abs(value - known[index])));
  return {
    mase: mean(held.map((value, step) => Math.abs(value - path[step]))) / unit,
    naive: mean(held.map((value, step) => Math.abs(value - known[known.length - season + (step % season)]))) / unit,
    inside: answers.map((answer) =>
      mean(
        held.map((value, step) =>
          Number(!!answer?.lower && !!answer.upper && value >= answer.lower[step] && value <= answer.upper[step]),
        ),
      ),
    ),
  };
}

/** Series start in 2000. */
function tableOf({ season, days }: GeneratedKind, values: readonly number[]): Table {
  const months = season === 4 ? 3 : 1;
  const times = values.map((_, place) =>
    days ? Date.UTC(2000, 0, 1 + days * place) : Date.UTC(2000, months * place, 1),
  );
  const columns: Column[] = [
    { name: 'time', type: 'time', values: Float64Array.from(times) },
    { name: 'value', type: 'number', values: Float64Array.from(values) },
  ];
  return { rowCount: values.length, columns };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
