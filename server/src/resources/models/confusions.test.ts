import { expect, it } from 'vitest';
import { findMostConfused, listConfusions } from './confusions.ts';

const matrixOf = (classes: number) =>
  Array.from({ length: classes }, (_, truth) =>
    Array.from({ length: classes }, (_, predicted) => (truth === predicted ? 9 : Number(predicted === truth + 1))),
  );
const labels = (classes: number) => Array.from({ length: classes }, (_, place) => `class ${place}`);

it('lists each cell of few classes, and of many those with rows', () => {
  const of = (classes: number) => listConfusions({ classes: labels(classes), confusionMatrix: matrixOf(classes) });
  expect(of(3)).toHaveLength(9);
  expect(of(3)[2]).toEqual({ truth: 'class 0', predicted: 'class 2', count: 0, share: 0 });
  expect(of(500)).toHaveLength(999);
  expect(of(500)[1]).toEqual({ truth: 'class 0', predicted: 'class 1', count: 1, share: 0.1 });
});

it('finds the classes that are confused most, in their order', () => {
  const matrix = [
    [9, 0, 0, 0],
    [0, 5, 4, 0],
    [0, 2, 7, 0],
    [1, 0, 0, 8],
  ];
  expect(findMostConfused(matrix, 2)).toEqual([1, 2]);
  expect(findMostConfused(matrix, 10)).toEqual([0, 1, 2, 3]);
});
