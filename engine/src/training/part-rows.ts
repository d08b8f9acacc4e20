import type { KnownRows } from '../known-rows/known-rows.ts';
import { type LearnedRows, learnKnownRows } from '../known-rows/learn-known-rows.ts';
import { rowLoss } from '../metrics/loss.ts';
import { findAlone, isRepeatedWhole } from '../validation/repeats.ts';
import type { Training } from './prepare.ts';

/** Predictions for held-out rows. */
interface Judged {
  rows: Int32Array;
  predictions: Float64Array;
}

/** Rows that repeat none of the others, where they lose more or less than these. */
export interface PartedRows {
  unrepeated: ReadonlySet<number>;
  /** Set where rows that repeat a known one are recognised, so that they can be answered apart. */
  recognised: RecognisedRows | null;
}

export interface RecognisedRows {
  known: KnownRows;
  /** By row of the table: 1 where most fits that held it out knew one like it. */
  isKnown: Uint8Array;
  isLikeOther: LearnedRows['isLikeOther'];
  /** Whether rows are like known ones that differ from them by a little. */
  isJittered: boolean;
}

/** Fewer repeated rows than this share hardly change any figure. */
const leastRepeated = 0.1;
/** Fewest rows, and pieces of evidence, of each kind. */
export const fewestOfKind = 50;
const sureness = 2;

/**
 * Parts held-out rows into those that repeat another one and those that do not, where the fits may know the others and
 * the losses differ beyond chance; null where copies are held out together.
 */
export function partRows(training: Training, judged: Judged): PartedRows | null {
  const unrepeated = findUnrepeated(training);
  if (!unrepeated || !isHarder(training, judged, unrepeated)) return null;
  return { unrepeated, recognised: recognise(training, judged.rows) };
}

/** Returns whether known rows may be answered apart, as one of several ways to answer them shows. */
export function mayAnswerApart(training: Training, ways: readonly Judged[]): boolean {
  const unrepeated = findUnrepeated(training);
  if (!unrepeated || !ways.some((way) => isHarder(training, way, unrepeated))) return false;
  return recognise(training, ways[0].rows) !== null;
}

/** Returns the rows that repeat none, where enough others do and are not held out together with what they repeat. */
function findUnrepeated({ frame, validation }: Training): Set<number> | null {
  const { group, repeated } = validation.repeats;
  const isHeldApart = validation.scheme !== 'random' || isRepeatedWhole(group);
  return isHeldApart || repeated < leastRepeated * frame.rowCount ? null : findAlone(group);
}

/** Returns whether these rows lose more on the mean than the others, or less, beyond chance. */
function isHarder({ frame }: Training, { rows, predictions }: Judged, unrepeated: ReadonlySet<number>): boolean {
  const [alone, others]: number[][] = [[], []];
  for (const [place, row] of rows.entries())
    (unrepeated.has(row) ? alone : others).push(rowLoss(frame.labels, row, predictions, place));
  if (alone.length < fewestOfKind || others.length < 2) return false;
  const [one, other] = [alone, others].map(meanAndError);
  return Math.abs(one.mean - other.mean) > sureness * Math.hypot(one.error, other.error);
}

function meanAndError(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / values.length / (values.length - 1)) };
}

/** Tells of each row whether it was known when it was held out, as it is told of rows to come; null where few of a kind are. */
function recognise({ frame, large, splits, validation }: Training, rows: Int32Array): RecognisedRows | null {
  const learned = large ? null : learnKnownRows(frame, validation.repeats);
  if (!learned) return null;
  const balance = new Int32Array(validation.group.length);
  for (const split of splits) {
    const isTrained = new Uint8Array(balance.length);
    for (const row of split.train) isTrained[row] = 1;
    for (const row of split.validation)
      balance[row] += learned.isLikeOther(row, (other) => isTrained[other] === 1) ? 1 : -1;
  }
  const isKnown = Uint8Array.from(balance, (excess) => Number(excess >= 0));
  const piecesOf = (kind: number) =>
    new Set(
      Array.from(
        rows.filter((row) => isKnown[row] === kind),
        (row) => validation.group[row],
      ),
    ).size;
  return Math.min(piecesOf(0), piecesOf(1)) < fewestOfKind
    ? null
    : { ...learned, isKnown, isJittered: learned.known.near.length > 0 };
}
