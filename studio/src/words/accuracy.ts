import type { Model } from '@sibyl/sdk';
import { figure, missing, percent } from '../shared/format.ts';

type Judged = Pick<Model, 'accuracy' | 'task'> & { accuracies?: Model['accuracies'] };

const share = (accuracies: Judged['accuracies'], name: string): number | undefined =>
  (accuracies as Record<string, number> | null | undefined)?.[name];

/** How good a model is, in a few words: only a share of right answers is called right. */
export function headlineFigure({ accuracy, task, accuracies }: Judged): string {
  if (accuracy == null) return missing;
  if (task === 'regression') return `R² ${figure(accuracy, 3)}`;
  if (task === 'forecast') return `${percent(share(accuracies, 'smape') ?? 2 * (1 - accuracy))} off`;
  return `${percent(accuracy)} right`;
}

/** How good a model is, in a sentence. */
export function headline({ accuracy, task, accuracies }: Judged, target: string): string {
  if (task === 'regression') {
    const [median, mean] = [share(accuracies, 'median_ae'), share(accuracies, 'mae')];
    const error =
      median === undefined
        ? `Its answers for ${target} are off by ${figure(mean, 3)} on average.`
        : `Half of its answers for ${target} are within ${figure(median, 3)} of the truth.`;
    return `${error} R² is 1 where every answer is right, and 0 where the mean would do as well.`;
  }
  if (task === 'forecast')
    return `Its forecasts of ${target} were off by ${percent(share(accuracies, 'smape') ?? 2 * (1 - (accuracy ?? 0)))} on average, on times that it had not seen.`;
  return `Its answer for ${target} was right in ${Math.round((accuracy ?? 0) * 100)} of 100 rows that it had not seen.`;
}
