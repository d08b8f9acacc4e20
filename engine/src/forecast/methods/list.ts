import { seasonalAutoregression } from './autoregression.ts';
import { intervalsOfDemand, rateOfDemand } from './demand.ts';
import { exponentialSmoothing } from './exponential-smoothing.ts';
import { onLogarithms } from './logarithm.ts';
import type { Method } from './method.ts';
import { movingAverages } from './moving-averages.ts';
import { seasonalNaive } from './seasonal-naive.ts';
import { severalSeasonsName } from './several-seasons.ts';
import { theta } from './theta.ts';
import { trendAndSeason } from './trend-and-season.ts';

const trends = ['none', 'linear', 'damped'] as const;
const additive = trends.flatMap((trend) => (['none', 'additive'] as const).map((season) => ({ trend, season })));
const multiplicative = trends.map((trend) => ({ trend, season: 'multiplicative' as const }));

/** All methods that use one series alone, the simplest first. */
export const localMethods: readonly Method[] = [
  seasonalNaive,
  exponentialSmoothing('exponential smoothing', additive),
  exponentialSmoothing('multiplicative smoothing', multiplicative),
  onLogarithms('smoothing of logarithms', exponentialSmoothing('', additive)),
  theta,
  seasonalAutoregression,
  movingAverages,
  onLogarithms('moving averages of logarithms', movingAverages),
  trendAndSeason,
  onLogarithms('trend and season of logarithms', trendAndSeason),
  rateOfDemand,
  intervalsOfDemand,
];

const laggedTreesName = 'lagged trees';

export const methodNames: readonly string[] = [
  ...localMethods.map(({ name }) => name),
  laggedTreesName,
  severalSeasonsName,
];
