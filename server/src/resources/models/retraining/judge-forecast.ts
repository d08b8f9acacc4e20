import { compareForecasts } from '@sibyl/engine/comparison/compare-forecasts.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { type Compared, isBetter } from './compare.ts';
import { sayFigures } from './say-figures.ts';

export type JudgedForecast = Pick<ModelDescription, 'backtest' | 'plan' | 'ranges'>;

/** What a retrained forecast is worth beside the one that answers. */
export interface ForecastVerdict {
  compared: Compared | null;
  isBetter: boolean;
  reason: string;
}

/**
 * A forecast begins after the last time that it knows. So a version that knows other times answers, unless it is worse
 * beyond chance at the times of the past that both were tried on.
 */
export function judgeForecast(champion: JudgedForecast, challenger: JudgedForecast): ForecastVerdict {
  const compared = compareTrials(challenger, champion);
  const [former, last] = [champion, challenger].map(lastTimeOf);
  const told = compared
    ? `At ${compared.rows} times that both were tried on${sayFigures(compared)}`
    : 'There were too few times that both were tried on.';
  if (former === last) {
    const better = compared !== null && isBetter(compared, false);
    return { compared, isBetter: better, reason: `It ends at the same time, ${last}. ${told}` };
  }
  const ends = `Its rows end at ${last}, those of the active version at ${former}.`;
  if (compared === null || !isWorse(compared)) return { compared, isBetter: true, reason: `${ends} ${told}` };
  const stays = `That is significantly worse, so forecasts still begin after ${former}, which is not the end of the table.`;
  return { compared, isBetter: false, reason: `${ends} ${told} ${stays}` };
}

function compareTrials(challenger: JudgedForecast, champion: JudgedForecast): Compared | null {
  const both = challenger.backtest && champion.backtest && compareForecasts(challenger.backtest, champion.backtest);
  const figure = both?.figures.find(({ metric }) => metric === 'mae');
  if (!both || !figure) return null;
  const { value, other, standard_error } = figure;
  const gain = { champion: other, challenger: value, gain: other - value, standard_error };
  return { loss: 'mae', rows: both.rows, ...gain, is_seen: false };
}

const sure = 2;

function isWorse({ gain, standard_error }: Compared): boolean {
  return gain < -sure * standard_error;
}

function lastTimeOf({ plan, ranges }: JudgedForecast): string {
  return String(ranges.find(({ column }) => column === plan.order_by)?.max);
}
