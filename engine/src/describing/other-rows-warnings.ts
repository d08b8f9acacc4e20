import type { BeyondDescription } from '../description.ts';
import type { Training } from '../training/prepare.ts';

/** Warns of rows of other kinds that small trees answer evidently otherwise, where the model has no figures for them. */
export function warnOfOtherRows({ validation }: Training, elsewhere: readonly BeyondDescription[]): string[] {
  return validation.compared
    .filter(({ evident, scheme, column }) => evident && !isMeasured(scheme, column))
    .map(({ scheme, column, random, held_apart, metric }) => {
      const [known, apart] = [random, held_apart].map((value) => value.toFixed(2));
      if (scheme === 'forward')
        return `rows change along \`${column}\`: small trees reach a ${metric} of ${known} on rows of the times that they learned from, and of ${apart} on later rows. The figures of this model are those for rows of the same times; set options.validate to \`{order: "${column}"}\` for the other ones`;
      return `rows with the same \`${column}\` hang together: small trees reach a ${metric} of ${known} on rows whose \`${column}\` is in the training, and of ${apart} on rows with a new one. The figures of this model are those for a \`${column}\` of the training; set options.validate to \`{group: "${column}"}\` for the other ones`;
    });

  function isMeasured(scheme: string, column: string): boolean {
    const isFirst = validation.scheme === scheme && validation.column === column;
    return isFirst || elsewhere.some((one) => one.scheme === scheme && one.column === column);
  }
}
