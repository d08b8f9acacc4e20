import type { BeyondDescription } from '../description.ts';
import { figureText } from '../figure-text.ts';
import type { Training } from '../training/prepare.ts';

/** Standard errors from which on later rows are evidently worse. */
const sure = 2;

/** Warns of later rows that the model predicts worse than rows of known times, beyond chance. */
export function warnOfLaterRows(
  accuracies: Readonly<Record<string, number>>,
  elsewhere: readonly BeyondDescription[],
): string[] {
  return elsewhere.flatMap(({ scheme, column, accuracies: later, standard_errors }) => {
    const metric = ['mae', 'log_loss'].find((name) => name in accuracies && name in later && name in standard_errors);
    if (scheme !== 'forward' || metric === undefined) return [];
    const [known, then, error] = [accuracies[metric], later[metric], standard_errors[metric]];
    if (then - known <= sure * error) return [];
    const [one, other, spread] = [figureText(then), figureText(known), figureText(error, 2)];
    return [
      `rows with a later \`${column}\` than the training rows are predicted worse: the ${metric} is ${one} ± ${spread} for them, and ${other} for rows of the same times`,
    ];
  });
}

/** Warns of rows of other kinds that small trees answer evidently otherwise, where the model has no figures for them. */
export function warnOfOtherRows({ validation }: Training, elsewhere: readonly BeyondDescription[]): string[] {
  return validation.compared
    .filter(({ evident, scheme, column }) => evident && !isMeasured(scheme, column))
    .map(({ scheme, column, random, held_apart, metric }) => {
      const [known, apart] = [random, held_apart].map((value) => value.toFixed(2));
      if (scheme === 'forward')
        return `rows change over \`${column}\`: small test models reach a ${metric} of ${known} on rows of the times they were trained on, and of ${apart} on later rows. The metrics of this model hold for rows of the same times; set options.validate to \`{order: "${column}"}\` for the other ones`;
      return `rows with the same \`${column}\` are related: small test models reach a ${metric} of ${known} on rows whose \`${column}\` is in the training, and of ${apart} on rows with a new one. The metrics of this model hold for a \`${column}\` of the training; set options.validate to \`{group: "${column}"}\` for the other ones`;
    });

  function isMeasured(scheme: string, column: string): boolean {
    const isFirst = validation.scheme === scheme && validation.column === column;
    return isFirst || elsewhere.some((one) => one.scheme === scheme && one.column === column);
  }
}
