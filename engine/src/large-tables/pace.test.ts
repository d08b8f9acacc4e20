import { expect, test } from 'vitest';
import { decidePace, type Work } from './pace.ts';

const millions: Work = { rows: 10_000_000, mostRows: 1e9, features: 20, outputs: 1, seconds: 300 };

test('all rows in as many rounds as the time allows for', () => {
  expect(decidePace(millions)).toMatchObject({ rows: 10_000_000, rounds: 239 });
  expect(decidePace({ ...millions, seconds: 1e6 })).toMatchObject({ rounds: 1000, learningRate: 0.08 });
});

test('with less time fewer rows, with less still fewer rounds in longer steps, and in the end none', () => {
  expect(decidePace({ ...millions, seconds: 60 })).toMatchObject({ rows: 3_950_000, rounds: 100 });
  expect(decidePace({ ...millions, seconds: 20 })).toMatchObject({ rows: 1_000_000, rounds: 61, learningRate: 0.3 });
  expect(decidePace({ ...millions, seconds: 13 })).toBeUndefined();
});

test('no more rows than there is memory for', () => {
  expect(decidePace({ ...millions, mostRows: 2_000_000.5 })).toMatchObject({ rows: 2_000_000 });
});

test('every class takes a tree a round', () => {
  const perClass = decidePace({ ...millions, rows: 100_000, outputs: 100, seconds: 300 });
  expect(perClass).toMatchObject({ rows: 100_000, rounds: 249 });
});
