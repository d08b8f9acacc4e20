import type { ClassLabel, Cuts } from '../description.ts';

/** A point of the ROC curve; `threshold` is null where no row is answered with the second class. */
export interface RocPoint {
  threshold: number | null;
  false_positive_rate: number;
  true_positive_rate: number;
  true_positives: number;
  false_positives: number;
}

/** The ROC curve, from no row answered with the second class to all. */
export function rocOf({ thresholds, truePositives, falsePositives }: Cuts): RocPoint[] {
  const [positives, negatives] = [truePositives, falsePositives].map((counts) => Math.max(1, counts.at(-1) ?? 0));
  return [null, ...thresholds].map((threshold, place) => {
    const [right, wrong] = place === 0 ? [0, 0] : [truePositives[place - 1], falsePositives[place - 1]];
    return {
      threshold,
      false_positive_rate: wrong / negatives,
      true_positive_rate: right / positives,
      true_positives: right,
      false_positives: wrong,
    };
  });
}

export interface PrecisionRecallPoint {
  threshold: number | null;
  precision: number;
  recall: number;
}

/** The precision-recall curve; it begins with precision 1, as long as nothing is answered with the second class. */
export function precisionRecallOf({ thresholds, truePositives, falsePositives }: Cuts): PrecisionRecallPoint[] {
  const positives = Math.max(1, truePositives.at(-1) ?? 0);
  const points = thresholds.map((threshold, cut) => ({
    threshold,
    precision: truePositives[cut] / (truePositives[cut] + falsePositives[cut]),
    recall: truePositives[cut] / positives,
  }));
  return [{ threshold: null, precision: 1, recall: 0 }, ...points];
}

/** What the likeliest rows hold: `share` of all rows, down to a probability of `threshold`. */
export interface GainRow {
  share: number;
  threshold: number;
  rows: number;
  /** Share of the second class among all its rows (cumulative gain), and as a multiple of `share` (cumulative lift). */
  gain: number;
  cumulative_lift: number;
  /** Lift of this tenth alone. */
  lift: number;
}

const tenths = 10;

/** Gains and lift by tenths of the rows, the likeliest first. Rows of equal probability count by their mean. */
export function gainsOf({ thresholds, truePositives, falsePositives }: Cuts): GainRow[] {
  const answered = truePositives.map((count, cut) => count + falsePositives[cut]);
  const [rows, positives] = [answered, truePositives].map((counts) => Math.max(1, counts.at(-1) ?? 0));
  let [found, cut] = [0, 0];
  return Array.from({ length: tenths }, (_, tenth) => {
    const share = (tenth + 1) / tenths;
    while (cut < answered.length - 1 && answered[cut] < share * rows - 1e-9) cut += 1;
    const [rowsBefore, foundBefore] = cut > 0 ? [answered[cut - 1], truePositives[cut - 1]] : [0, 0];
    const part = (share * rows - rowsBefore) / (answered[cut] - rowsBefore);
    const gain = (foundBefore + part * (truePositives[cut] - foundBefore)) / positives;
    const lift = tenths * (gain - found);
    found = gain;
    return {
      share,
      threshold: thresholds[cut],
      rows: Math.round(share * rows),
      gain,
      cumulative_lift: gain / share,
      lift,
    };
  });
}

/** How one class is answered: `rows` have it, `predicted` were answered with it. */
export interface ClassRow {
  class: ClassLabel;
  rows: number;
  predicted: number;
  /** Null where no row was answered with the class, or none has it. */
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

/** Precision, recall and F1 of each class of a confusion matrix (rows = truth). */
export function classesOf(classes: readonly ClassLabel[], confusion: readonly (readonly number[])[]): ClassRow[] {
  return classes.map((label, place) => {
    const right = confusion[place][place];
    const rows = confusion[place].reduce((sum, count) => sum + count, 0);
    const predicted = confusion.reduce((sum, counts) => sum + counts[place], 0);
    return {
      class: label,
      rows,
      predicted,
      precision: predicted > 0 ? right / predicted : null,
      recall: rows > 0 ? right / rows : null,
      f1: rows + predicted > 0 ? (2 * right) / (rows + predicted) : null,
    };
  });
}
