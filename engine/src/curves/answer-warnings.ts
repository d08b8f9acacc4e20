const ofAccuracy = / of the answers are right, and always saying .* accuracy does not tell what this model is worth/;
const ofSilence = /^".*" is never (answered|found): (for )?none of the \d+ held-out rows/;

/** Says that the share of right answers is no more than that of the most frequent class. */
export function sayAccuracy(own: number, plain: number, frequent: string, classCount: number): string {
  const [share, plainShare] = [own, plain].map((value) => `${(100 * value).toPrecision(3)} %`);
  const instead =
    classCount === 2 ? 'auc, pr_auc and the probability of each row' : 'balanced_accuracy and the probabilities';
  return `${share} of the answers are right, and always saying ${frequent} is right in ${plainShare}: accuracy does not tell what this model is worth, ${instead} do`;
}

/** Says of a class that none of its held-out rows is answered with it, though as many others as `answered` may be. */
export function saySilence(name: string, rows: number, answered: number): string {
  const how =
    answered === 0
      ? `is never answered: for none of the ${rows} held-out rows that are so is it the likeliest class`
      : `is never found: none of the ${rows} held-out rows that are so is answered with it, ${answered} other${answered > 1 ? 's are' : ' is'}`;
  return `"${name}" ${how}; look at its probability, or choose the metric balanced_accuracy`;
}

/** Returns whether a warning is about answers with the likeliest class, which a threshold replaces. */
export function tellsOfAnswers(warning: string): boolean {
  return ofAccuracy.test(warning) || ofSilence.test(warning);
}
