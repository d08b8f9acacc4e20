import type { TrainRequest } from '@sibyl/engine/train.ts';

/** A table of series, its rows in the order of time, and how forecasts of it are judged. */
export interface SeriesTable {
  file: string;
  request: TrainRequest & { orderBy: string };
  /** Steps after which the seasonal naive forecast, the unit of MASE, repeats itself. */
  season: number;
  horizon: number;
  /** Horizons held out one after another, the history growing. */
  windows: number;
  /** MASE to be reached. */
  goal: number;
}

export const seriesTables: readonly SeriesTable[] = [
  {
    file: 'airline_passengers',
    request: { target: 'Passengers', orderBy: 'Month', horizon: 12 },
    season: 12,
    horizon: 12,
    windows: 3,
    goal: 0.55,
  },
  {
    file: 'arrivals',
    request: { target: 'Traffic', orderBy: 'T', groupBy: ['Country'], horizon: 4 },
    season: 4,
    horizon: 4,
    windows: 3,
    goal: 0.98,
  },
];
