import type { Field } from '../columns/fields.ts';

/** How usual missing cells and rare categories were in training. */
export interface UsualGaps {
  /**
   * 1 for each input that a fair share of the training rows lacked: for these a missing cell is a value like any other.
   */
  oftenMissing: Uint8Array;
  /**
   * 1 for each input where a fair share of the training rows had a unique category: for these an unseen category is
   * normal.
   */
  oftenUnseen: Uint8Array;
  /** Maximum number of inputs that nearly all training rows lacked at once. */
  usualCount: number;
}

/** Share of missing training cells from which on models have learned from missing cells. */
const fairShare = 0.05;
/** Share of training rows that lacked no more inputs. */
const nearlyAll = 0.99;

/** `isMissing` says whether a training row lacks an input. */
export function findUsualGaps(
  fields: readonly Field[],
  rowCount: number,
  isMissing: (input: number, row: number) => boolean,
): UsualGaps {
  const counts = new Int32Array(rowCount);
  const oftenMissing = new Uint8Array(fields.length);
  for (let input = 0; input < fields.length; input++) {
    const missing = countRows(rowCount, (row) => isMissing(input, row));
    if (missing < fairShare * rowCount) continue;
    oftenMissing[input] = 1;
    for (let row = 0; row < rowCount; row++) counts[row] += Number(isMissing(input, row));
  }
  counts.sort();
  return {
    oftenMissing,
    oftenUnseen: Uint8Array.from(fields, (field) => Number(countSingles(field) >= fairShare * rowCount)),
    usualCount: counts[Math.floor(nearlyAll * (rowCount - 1))],
  };
}

function countRows(rowCount: number, holds: (row: number) => boolean): number {
  let count = 0;
  for (let row = 0; row < rowCount; row++) count += Number(holds(row));
  return count;
}

function countSingles(field: Field): number {
  return field.type === 'text' ? field.counts.filter((count) => count === 1).length : 0;
}

/**
 * Returns the unknown inputs of a row: missing ones that training nearly always had (all missing ones where more are
 * missing than training ever saw), and unseen categories where those were rare.
 */
export function unknownAmong(
  { oftenMissing, oftenUnseen, usualCount }: UsualGaps,
  missing: readonly number[],
  unseen: readonly number[] = [],
): readonly number[] {
  let usual = 0;
  for (const input of missing) usual += oftenMissing[input];
  const unknown = usual === 0 || usual > usualCount ? missing : missing.filter((input) => oftenMissing[input] === 0);
  if (unseen.length === 0) return unknown;
  const news = unseen.filter((input) => oftenUnseen[input] === 0);
  return news.length === 0 ? unknown : [...unknown, ...news].sort((a, b) => a - b);
}
