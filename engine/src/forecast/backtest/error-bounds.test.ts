import { expect, test } from 'vitest';
import { distanceAt } from '../../bounds/few-errors.ts';
import { createRandom } from '../../random.ts';
import { fitForecastBounds } from './error-bounds.ts';

const random = createRandom(4);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
const horizon = 6;
const independentSteps = () => Float64Array.from({ length: horizon }, draw);
const walkingSteps = () => {
  let place = 0;
  return Float64Array.from({ length: horizon }, () => {
    place += draw();
    return place;
  });
};

test.each([
  ['independent', independentSteps],
  ['walking', walkingSteps],
])('of few trials with %s errors, bounds hold the next one about as often as asked', (_, drawTrial) => {
  const inside = { 0.8: 0, 0.95: 0 };
  const rounds = 400;
  for (let round = 0; round < rounds; round++) {
    const { bounds, growth } = fitForecastBounds([Array.from({ length: 10 }, drawTrial)], horizon, horizon);
    const next = drawTrial();
    for (const level of [0.8, 0.95] as const)
      inside[level] +=
        next.filter((error, step) => Math.abs(error) <= distanceAt(bounds, level) * growth[step]).length / horizon;
  }
  expect(Math.abs(inside[0.8] / rounds - 0.8)).toBeLessThan(0.05);
  expect(Math.abs(inside[0.95] / rounds - 0.95)).toBeLessThan(0.025);
});

test('of many trials the errors themselves say how often they are large', () => {
  const trials = Array.from({ length: 2000 }, () => Float64Array.of(random() < 0.9 ? 0.1 * draw() : 5 * draw()));
  const { bounds, growth } = fitForecastBounds([trials], 1, 1);
  const sizes = trials.map(([error]) => Math.abs(error)).sort((a, b) => a - b);
  expect(distanceAt(bounds, 0.8) * growth[0]).toBeLessThan(2 * sizes[1600]);
});

/** A naive forecast's errors in a walk, at moments half a horizon apart. */
const trialsOfWalk = (count: number) => {
  const places = [0];
  for (let step = 0; step < (horizon / 2) * (count + 1); step++) places.push(places[step] + draw());
  return Array.from({ length: count }, (_, trial) => {
    const start = (horizon / 2) * trial;
    return Float64Array.from({ length: horizon }, (__, step) => places[start + step + 1] - places[start]);
  });
};

test('of many series with few overlapping trials each, bounds hold the next one as often as asked', () => {
  const [rounds, seriesCount] = [40, 20];
  let inside = 0;
  for (let round = 0; round < rounds; round++) {
    const errors = Array.from({ length: seriesCount }, () => trialsOfWalk(5));
    const { bounds, growth, sizes } = fitForecastBounds(errors, horizon, horizon);
    for (const size of sizes)
      inside += walkingSteps().filter(
        (error, step) => Math.abs(error) <= distanceAt(bounds, 0.9) * growth[step] * size,
      ).length;
  }
  expect(Math.abs(inside / (rounds * seriesCount * horizon) - 0.9)).toBeLessThan(0.02);
});
