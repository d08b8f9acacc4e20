import type { TrainRequest } from '@sibyl/engine/train.ts';

/** The tables of the accuracy benchmark and what is asked of them. */
export const benchTables: readonly (TrainRequest & { file: string })[] = [
  { file: 'home_rentals', target: 'rental_price', ignore: ['initial_price'] },
  { file: 'adult', target: 'class' },
  { file: 'car', target: 'class' },
  { file: 'australian', target: 'A15' },
  { file: 'us_health_insurance', target: 'charges' },
  { file: 'concrete_strength', target: 'concrete_strength', ignore: ['id'] },
  { file: 'horse_colic', target: 'outcome' },
  { file: 'airline_sentiment', target: 'airline_sentiment' },
];
