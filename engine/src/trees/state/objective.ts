export type LossName =
  | 'squared'
  | 'logistic'
  | 'softmax'
  | 'quantile'
  | 'poisson'
  | 'gamma'
  | 'tweedie'
  | 'huber'
  | 'brier'
  | 'ranking';

/** The objective of a forest, and its rows. */
export interface Objective {
  loss: LossName;
  /**
   * One target for each row of the table: a number; for `logistic` 0 to 1; for `poisson` and `tweedie` at least 0; for
   * `gamma` above 0; for `softmax` and `brier` a class index; for `ranking` 1 where the row is right, else 0.
   */
  targets: Float64Array;
  /** `softmax` and `brier` only: number of classes, one output each. */
  classCount?: number;
  /** `quantile` only, between 0 and 1. Default 0.5. */
  quantile?: number;
  /** `huber` only: absolute errors above this count linearly. Default 1. */
  huberDelta?: number;
  /** `ranking` only: for each row of the table the number of its group, from 0 on. */
  groups?: Int32Array;
  /** One weight for each row of the table, finite and not negative. */
  weights?: Float64Array;
  trainRows: Int32Array;
  /** Rows whose mean loss is reported after every round. */
  validationRows?: Int32Array;
}

function isOverClasses(loss: LossName): boolean {
  return loss === 'softmax' || loss === 'brier';
}

/** Number of scores of each row. */
export function countOutputsOf({ loss, classCount = 1 }: Objective): number {
  return isOverClasses(loss) ? classCount : 1;
}

/** Largest target: the sum of squares of larger ones would overflow. */
const targetLimit = 1e140;

/** Targets that a loss can learn from. */
interface TargetRange {
  low: number;
  high: number;
  isWhole: boolean;
  /** The requirement on targets, for error messages. */
  text: string;
}

function rangeOf({ loss, classCount = 0 }: Objective): TargetRange {
  if (isOverClasses(loss)) {
    return { low: 0, high: classCount - 1, isWhole: true, text: `a class index below ${classCount}` };
  }
  if (loss === 'ranking') return { low: 0, high: 1, isWhole: true, text: '0 or 1' };
  if (loss === 'logistic') return { low: 0, high: 1, isWhole: false, text: 'between 0 and 1' };
  const text = `a finite number below ${targetLimit}`;
  if (loss === 'gamma')
    return { low: Number.MIN_VALUE, high: targetLimit, isWhole: false, text: `${text} and above 0` };
  if (loss === 'poisson' || loss === 'tweedie')
    return { low: 0, high: targetLimit, isWhole: false, text: `${text} and at least 0` };
  return { low: -targetLimit, high: targetLimit, isWhole: false, text };
}

/** Checks rows in plain loops, because a short training ends before closures are compiled. */
function checkRows({ targets, weights }: Objective, range: TargetRange, rows: Int32Array): void {
  const { low, high, isWhole } = range;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place];
    if (!(row >= 0 && row < targets.length)) throw new RangeError(`Row ${row} is not in 0..${targets.length - 1}.`);
    const target = targets[row];
    if (!(target >= low && target <= high) || (isWhole && !Number.isInteger(target)))
      throw new RangeError(`The target of row ${row} must be ${range.text}, got ${target}.`);
    if (weights !== undefined && !(weights[row] >= 0 && weights[row] <= targetLimit))
      throw new RangeError(`The weight of row ${row} must be a finite number of at least 0, got ${weights[row]}.`);
  }
}

function checkOnce(rows: Int32Array, rowCount: number): void {
  const taken = new Uint8Array(Math.ceil(rowCount / 8));
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place];
    const bit = 1 << (row & 7);
    if ((taken[row >>> 3] & bit) !== 0)
      throw new RangeError(`Row ${row} is given twice to train on; use weights instead.`);
    taken[row >>> 3] |= bit;
  }
}

function checkGroups(groups: Int32Array | undefined, rowCount: number): void {
  if (groups?.length !== rowCount)
    throw new RangeError(`There are ${groups?.length ?? 0} groups for ${rowCount} rows.`);
  const row = groups.findIndex((group) => group < 0);
  if (row >= 0) throw new RangeError(`The group of row ${row} must be at least 0, got ${groups[row]}.`);
}

/** Throws a RangeError that names the first row or field that cannot be learned from. */
export function checkObjective(objective: Objective, rowCount: number): void {
  const { targets, weights, loss, trainRows, validationRows, quantile = 0.5, huberDelta = 1 } = objective;
  if (targets.length !== rowCount) throw new RangeError(`There are ${targets.length} targets for ${rowCount} rows.`);
  if (weights !== undefined && weights.length !== rowCount) {
    throw new RangeError(`There are ${weights.length} weights for ${rowCount} rows.`);
  }
  if (trainRows.length === 0) throw new RangeError('There are no rows to train on.');
  if (isOverClasses(loss) && !(Number(objective.classCount) >= 2))
    throw new RangeError('classCount must be at least 2.');
  if (loss === 'ranking') checkGroups(objective.groups, rowCount);
  if (!(quantile > 0 && quantile < 1)) throw new RangeError(`quantile must be between 0 and 1, got ${quantile}.`);
  if (!(huberDelta > 0)) throw new RangeError(`huberDelta must be above 0, got ${huberDelta}.`);
  const range = rangeOf(objective);
  checkRows(objective, range, trainRows);
  checkOnce(trainRows, rowCount);
  if (validationRows !== undefined) checkRows(objective, range, validationRows);
}
