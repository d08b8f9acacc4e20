/** The second is how models say it that were trained before. */
const ofAccuracy = [
  /^accuracy is [\d.]+ %, and always predicting .* accuracy does not show how good this model is/,
  / of the answers are right, and always saying .* accuracy does not tell what this model is worth/,
];
const ofSilence = [
  /^".*" is never (predicted|found): none of the \d+ held-out rows/,
  /^".*" is never (answered|found): (for )?none of the \d+ held-out rows/,
];

/** Says that accuracy is no higher than that of always predicting the most frequent class. */
export function sayAccuracy(own: number, plain: number, frequent: string, classCount: number): string {
  const [share, plainShare] = [own, plain].map((value) => `${(100 * value).toPrecision(3)} %`);
  const instead =
    classCount === 2 ? 'auc, pr_auc and the probability of each row' : 'balanced_accuracy and the probabilities';
  return `accuracy is ${share}, and always predicting ${frequent} reaches ${plainShare}: accuracy does not show how good this model is, ${instead} do`;
}

/** Says of a class that none of its held-out rows is answered with it, though as many others as `answered` may be. */
export function saySilence(name: string, rows: number, answered: number): string {
  const how =
    answered === 0
      ? `is never predicted: none of the ${rows} held-out rows of this class has it as the most probable class`
      : `is never found: none of the ${rows} held-out rows of this class is predicted as it, ${answered} other${answered > 1 ? 's are' : ' is'}`;
  return `"${name}" ${how}; look at its probability, or choose the metric balanced_accuracy`;
}

/** Returns whether a warning is about answers with the likeliest class, which a threshold replaces. */
export function tellsOfAnswers(warning: string): boolean {
  return [...ofAccuracy, ...ofSilence].some((one) => one.test(warning));
}
