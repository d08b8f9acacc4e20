import type { Field } from '../columns/fields.ts';

/** What training knew of each input: whether a cell that is missing is news. */
export interface UsualGaps {
  /** 1 for each input that a fair share of the training rows lacked: there missing is a value like others. */
  oftenMissing: Uint8Array;
  /** 1 for each input of which a fair share of the training rows had a category of their own: there a new one is nothing new. */
  oftenUnseen: Uint8Array;
  /** Of the first of these inputs nearly all training rows lacked at most so many at once. */
  usualCount: number;
}

/** From this share of the training rows on a missing cell is something that models have learned from. */
const fairShare = 0.05;
/** This share of the training rows lacked no more. */
const nearlyAll = 0.99;

/** `isMissing` tells of one input and training row. */
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
 * Which inputs of a row are unknown: those missing that training nearly always knew, all missing ones where more are missing at
 * once than training ever saw, and unseen categories where those were rare.
 */
export function unknownAmong(
  { oftenMissing, oftenUnseen, usualCount }: UsualGaps,
  missing: readonly number[],
  unseen: readonly number[] = [],
): readonly number[] {
  const usual = missing.filter((input) => oftenMissing[input] === 1).length;
  const unknown = usual > usualCount ? missing : missing.filter((input) => oftenMissing[input] === 0);
  const news = unseen.filter((input) => oftenUnseen[input] === 0);
  return news.length === 0 ? unknown : [...unknown, ...news].sort((a, b) => a - b);
}
