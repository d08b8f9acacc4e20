import type { TrainRequest } from '@sibyl/engine/train.ts';

/** A table of series in order of time, and its forecast request. */
export interface SeriesTable {
  file: string;
  request: TrainRequest & { orderBy: string };
  /** Season length of the seasonal naive forecast, the unit of MASE. */
  season: number;
  horizon: number;
  /** Number of horizons held out in turn, with growing history. */
  windows: number;
  /** MASE of the goal. */
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
