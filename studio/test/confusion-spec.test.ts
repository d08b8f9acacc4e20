import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { type ConfusionCell, confusionSpec, mostConfused } from '../src/models/confusion-spec.ts';

const titles = { predicted: 'Predicted', actual: 'Actual' };
const cellsOf = (classes: number): ConfusionCell[] =>
  Array.from({ length: classes ** 2 }, (_, place) => {
    const [truth, predicted] = [Math.floor(place / classes), place % classes];
    const isConfused = truth >= 400 && predicted >= 400;
    return { truth: `sku ${truth}`, predicted: `sku ${predicted}`, count: truth === predicted ? 9 : +isConfused };
  });

test('of five hundred classes those are drawn that are confused most', async () => {
  const { cells, classes } = mostConfused(cellsOf(500));
  expect(classes).toBe(500);
  expect(cells).toHaveLength(625);
  expect(cells.every(({ truth }) => Number(String(truth).slice(4)) >= 400)).toBe(true);
  const { spec } = compile({ width: 600, height: 260, ...confusionSpec(cells, titles, false) } as TopLevelSpec);
  expect(await new View(parse(spec), { renderer: 'none' }).toSVG()).toContain('>sku 400<');
});

test('few classes are all drawn, with their counts', () => {
  expect(mostConfused(cellsOf(3))).toEqual({ cells: cellsOf(3), classes: 3 });
  expect(JSON.stringify(confusionSpec(cellsOf(3), titles, true))).toContain('datum.count > 4.5');
});
