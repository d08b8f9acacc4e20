export type LossName = 'squared' | 'logistic' | 'softmax' | 'quantile' | 'poisson' | 'huber' | 'brier';

/** What a forest learns, from which rows. */
export interface Objective {
  loss: LossName;
  /** One a row of the table: a number; for `logistic` 0 to 1; for `poisson` at least 0; for `softmax` and `brier` a class index. */
  targets: Float64Array;
  /** `softmax` and `brier` only: number of classes, one output each. */
  classCount?: number;
  /** `quantile` only, between 0 and 1. Default 0.5. */
  quantile?: number;
  /** `huber` only: absolute errors above this count linearly. Default 1. */
  huberDelta?: number;
  /** One a row of the table, finite, not negative. */
  weights?: Float64Array;
  trainRows: Int32Array;
  /** Rows whose mean loss is reported after every round. */
  validationRows?: Int32Array;
}

function isOverClasses(loss: LossName): boolean {
  return loss === 'softmax' || loss === 'brier';
}

/** Scores per row. */
export function countOutputsOf({ loss, classCount = 1 }: Objective): number {
  return isOverClasses(loss) ? classCount : 1;
}

/** Beyond this, squares and their sums would leave the range of doubles. */
const targetLimit = 1e140;

function describeBadTarget({ loss, classCount = 0 }: Objective, target: number): string | undefined {
  if (!(Math.abs(target) <= targetLimit)) return `a finite number below ${targetLimit}`;
  if (loss === 'logistic' && !(target >= 0 && target <= 1)) return 'between 0 and 1';
  if (loss === 'poisson' && target < 0) return 'at least 0';
  if (!isOverClasses(loss)) return undefined;
  const isClass = Number.isInteger(target) && target >= 0 && target < classCount;
  return !isClass ? `a class index below ${classCount}` : undefined;
}

function checkRow(objective: Objective, row: number): void {
  const { targets, weights } = objective;
  if (!(row >= 0 && row < targets.length)) throw new RangeError(`Row ${row} is not in 0..${targets.length - 1}.`);
  const expected = describeBadTarget(objective, targets[row]);
  if (expected !== undefined)
    throw new RangeError(`The target of row ${row} must be ${expected}, got ${targets[row]}.`);
  const weight = weights === undefined ? 1 : weights[row];
  if (!(weight >= 0 && weight <= targetLimit)) {
    throw new RangeError(`The weight of row ${row} must be a finite number of at least 0, got ${weight}.`);
  }
}

/** Throws a RangeError that names the first row or field that cannot be learned from. */
export function checkObjective(objective: Objective, rowCount: number): void {
  const { targets, weights, loss, trainRows, validationRows = [], quantile = 0.5, huberDelta = 1 } = objective;
  if (targets.length !== rowCount) throw new RangeError(`There are ${targets.length} targets for ${rowCount} rows.`);
  if (weights !== undefined && weights.length !== rowCount) {
    throw new RangeError(`There are ${weights.length} weights for ${rowCount} rows.`);
  }
  if (trainRows.length === 0) throw new RangeError('There are no rows to train on.');
  if (isOverClasses(loss) && !(Number(objective.classCount) >= 2))
    throw new RangeError('classCount must be at least 2.');
  if (!(quantile > 0 && quantile < 1)) throw new RangeError(`quantile must be between 0 and 1, got ${quantile}.`);
  if (!(huberDelta > 0)) throw new RangeError(`huberDelta must be above 0, got ${huberDelta}.`);
  const isTaken = new Uint8Array(rowCount);
  for (const row of trainRows) {
    checkRow(objective, row);
    if (isTaken[row] === 1) throw new RangeError(`Row ${row} is given twice to train on; use weights instead.`);
    isTaken[row] = 1;
  }
  for (const row of validationRows) checkRow(objective, row);
}
