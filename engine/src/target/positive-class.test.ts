import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { TrainingError } from '../errors.ts';
import type { TrainRequest } from '../request.ts';
import { readTarget } from './target.ts';

type Counted = readonly (readonly [cell: string | number, rows: number])[];

function classesOf(counted: Counted, request: Partial<TrainRequest> = {}) {
  const cells = counted.flatMap(([cell, rows]) => Array<string | number>(rows).fill(cell));
  const isText = cells.some((cell) => typeof cell === 'string');
  const column = isText ? textColumn('y', cells.map(String)) : numberColumn('y', cells.map(Number));
  return readTarget(tableOf([column]), { target: 'y', ...request }).classes;
}

test.each<[what: string, counted: Counted, positive: string | number]>([
  [
    'the word for yes, in German',
    [
      ['ja', 60],
      ['nein', 40],
    ],
    'ja',
  ],
  [
    'the word for yes, however rare',
    [
      ['No', 5],
      ['Yes', 95],
    ],
    'Yes',
  ],
  [
    'the clearly rarer word',
    [
      ['Attrited Customer', 16],
      ['Existing Customer', 84],
    ],
    'Attrited Customer',
  ],
  [
    'the last word where neither is clearly rarer',
    [
      ['left', 45],
      ['right', 55],
    ],
    'right',
  ],
  [
    'the larger number',
    [
      [1, 30],
      [2, 70],
    ],
    2,
  ],
])('%s is positive', (_, cells, positive) => {
  expect(classesOf(cells)?.[1]).toBe(positive);
});

test('the class that is asked for is positive, however it is spelt', () => {
  const cells = [
    ['good', 70],
    ['bad', 30],
  ] as const;
  expect(classesOf(cells, { positiveClass: 'good' })).toEqual(['bad', 'good']);
  expect(classesOf(cells, { positiveClass: ' GOOD ' })).toEqual(['bad', 'good']);
});

test('a version keeps the positive class of the former one while the target has it', () => {
  const cells = [
    ['good', 70],
    ['bad', 30],
  ] as const;
  expect(classesOf(cells, { formerPositiveClass: 'good' })).toEqual(['bad', 'good']);
  expect(classesOf(cells, { formerPositiveClass: 'gone' })).toEqual(['good', 'bad']);
  expect(classesOf(cells, { formerPositiveClass: 'good', positiveClass: 'bad' })).toEqual(['good', 'bad']);
});

test('a class that the target does not have is refused with those that it has', () => {
  const refusal = () =>
    classesOf(
      [
        ['good', 70],
        ['bad', 30],
      ],
      { positiveClass: 'worse' },
    );
  expect(refusal).toThrow(TrainingError);
  expect(refusal).toThrow('`positive_class` names the class worse; the target has bad and good');
});
