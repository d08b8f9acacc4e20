import type { Model } from '@sibyl/sdk';
import { figure, missing, percent } from '../shared/format.ts';

type Judged = Pick<Model, 'accuracy' | 'task'> & Partial<Pick<Model, 'headline' | 'cost' | 'accuracies' | 'baseline'>>;

const share = (accuracies: Judged['accuracies'], name: string): number | undefined =>
  (accuracies as Record<string, number> | null | undefined)?.[name];

/** How good a model is, in a few words: what its errors cost a row where that is known, else the headline. */
export function mainFigure(model: Judged): string {
  return model.cost ? costFigure(model.cost) : headlineFigure(model);
}

/** How good a model is, in a few words: a figure that a model without inputs does not reach. */
export function headlineFigure({ accuracy, task, headline, accuracies }: Judged): string {
  if (accuracy == null) return missing;
  // Accuracy is cut at 0, where a model may be worse than the mean.
  if (task === 'regression') return `R² ${figure(headline?.value ?? accuracy, 3)}`;
  if (headline?.metric === 'mase') return `MASE ${figure(headline.value, 3)}`;
  if (task === 'forecast') return `sMAPE ${percent(share(accuracies, 'smape') ?? 2 * (1 - accuracy))}`;
  if (!headline) return `Accuracy ${percent(accuracy)}`;
  if (headline.metric === 'auc') return `ROC AUC ${figure(headline.value, 3)}`;
  return `Balanced accuracy ${percent(headline.value)}`;
}

/** The baseline of forecasts, which repeats the last season, or the last value where the season is one step. */
export function naiveForecast(season: number | undefined): string {
  if (season === undefined) return 'naive forecast (seasonal where there is a season)';
  return season > 1 ? 'seasonal naive forecast' : 'naive forecast (the last value repeated)';
}

/** How good a model is, in a sentence; `season` is how many steps a forecast repeats after. */
export function headline(
  { accuracy, task, headline: judged, accuracies, baseline }: Judged,
  target: string,
  season?: number,
  unit?: string,
): string {
  if (task === 'regression') {
    const behind = unit === undefined ? '' : ` ${unit}`;
    const [median, mean] = [share(accuracies, 'median_ae'), share(accuracies, 'mae')];
    const error =
      median === undefined
        ? `Predictions of ${target} are off by ${figure(mean, 3)}${behind} on average (MAE).`
        : `Half of the predictions of ${target} are within ${figure(median, 3)}${behind} of the actual value.`;
    return `${error} R² is 1 for perfect predictions, and 0 where the mean would do as well.`;
  }
  if (task === 'forecast') {
    const off = percent(share(accuracies, 'smape') ?? 2 * (1 - (accuracy ?? 0)));
    const beside =
      judged?.metric === 'mase'
        ? ` MASE is their error in units of the ${naiveForecast(season)}’s within the training rows of each series, averaged; on the same held-out times that forecast has ${figure(judged.baseline, 3)}.`
        : '';
    return `Forecasts of ${target} were off by ${off} on average on held-out times.${beside}`;
  }
  const right = rightly(accuracy ?? 0, share(baseline, 'accuracy'), target);
  if (!judged) return right;
  if (judged.metric === 'auc')
    return `Of two rows, one of each class, it ranks them correctly in ${hundredth(judged.value)} of 100 cases (by chance: 50). ${right}`;
  return `It finds ${hundredth(judged.value)} of 100 rows of a class, on average over all classes (baseline: ${hundredth(judged.baseline ?? 0)}). ${right}`;
}

/** How many rows are classified correctly: “the predicted fraud was right” reads as one of what was called fraud. */
function rightly(accuracy: number, plain: number | undefined, target: string): string {
  const [own, usual] = [hundredth(accuracy), hundredth(plain ?? 0)];
  const many = `Over all classes of ${target}, ${own} of 100 held-out rows were classified correctly`;
  if (plain === undefined) return `${many}.`;
  if (own <= usual) return `${many}, no more than by always predicting the most frequent class (${usual}).`;
  return `${many}; always predicting the most frequent class is right in ${usual}.`;
}

type Cost = NonNullable<Model['cost']>;

/** What a row costs by the threshold that costs chose. */
export function costFigure({ value }: Cost): string {
  return `Cost ${figure(value, 3)}`;
}

export function costHeadline({ standard_error, usual, saved, saved_error }: Cost): string {
  const less = saved > 0 ? `${figure(saved, 3)} less (± ${figure(saved_error, 2)})` : 'no less';
  return `The average cost of errors per held-out row (± ${figure(standard_error, 2)}). Predicting the likelier class would cost ${figure(usual, 3)}, so this is ${less}.`;
}

function hundredth(value: number): number {
  return Math.round(value * 100);
}
