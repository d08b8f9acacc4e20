import { expect, it } from 'vitest';
import { fuseScores } from './fuse-scores.ts';

const word = (id: number, score: number) => ({ id, score, lexicalScore: score });
const meaning = (id: number, similarity: number) => ({ id, score: similarity, similarity });
/** Neighbours about something else. */
const others = Array.from({ length: 30 }, (_, at) => meaning(100 + at, 0.7 - at / 1000));

it('puts first what both found, and keeps both scores', () => {
  const fused = fuseScores([word(1, 0.5), word(2, 0.45)], [meaning(2, 0.8), meaning(3, 0.75)]);
  expect(fused.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(fused[0]).toMatchObject({ lexicalScore: 0.45, similarity: 0.8 });
});

it('prefers by far the nearest in meaning to what shares some words', () => {
  const fused = fuseScores([word(1, 0.3), word(2, 0.28)], [meaning(9, 0.95), ...others]);
  expect(fused[0].id).toBe(9);
});

it('makes little of a model to which everything is much alike', () => {
  const alike = others.map((one) => ({ ...one, score: 0.9 + one.id / 1e6 })).reverse();
  expect(fuseScores([word(1, 0.3), word(100, 0.05)], alike)[0].id).toBe(1);
});

it('scores from 0 to 1, and nothing from nothing', () => {
  const [first] = fuseScores([word(7, 1)], [meaning(7, 1), ...others]);
  expect(first.score).toBeGreaterThan(0.9);
  expect(first.score).toBeLessThanOrEqual(1);
  expect(fuseScores([], [])).toEqual([]);
});
