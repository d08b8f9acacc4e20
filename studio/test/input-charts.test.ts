import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { dependenceSpec } from '../src/models/dependence-spec.ts';
import { errorsByInputSpec } from '../src/models/errors-by-input-spec.ts';
import { configOf } from '../src/shared/chart-config.ts';

const drawn = (spec: object) =>
  new View(parse(compile({ width: 600, height: 260, ...spec } as TopLevelSpec).spec), { renderer: 'none' }).toSVG();
const days = ['2018-01-01', '2019-06-01', '2020-02-01', '2021-01-01'];
const point = { mean: 1, low: 0, high: 2, count: 9 };

test('what depends on a date is a line along years', async () => {
  const points = days.map((day) => ({ ...point, value: `${day}T00:00:00.000Z` }));
  const svg = await drawn(
    dependenceSpec(
      [{ column: 'sold', type: 'datetime', class: null, points: [...points, { ...point, value: null }] }],
      'price',
    ),
  );
  expect(svg).toMatch(/>[A-Z][a-z]{2} 2019</);
  expect(svg).toContain('mark-line');
  expect(svg).not.toContain('T00:00');
});

test('what depends on a category stays points, on a number a line', async () => {
  const curve = { column: 'area', type: 'category', class: null };
  const ofWords = dependenceSpec([{ ...curve, points: [{ ...point, value: 'east' }] }], 'price');
  const ofNumbers = dependenceSpec(
    [{ ...curve, type: 'number', points: [1, 2].map((value) => ({ ...point, value })) }],
    'price',
  );
  expect(await drawn(ofWords)).toMatch(/>east<[\s\S]*mark-symbol/);
  expect(await drawn(ofNumbers)).toContain('mark-line');
});

test('what depends on a class is its probability', async () => {
  const points = [1, 2].map((value) => ({ ...point, value, mean: 0.4 }));
  const curve = { column: 'mark', type: 'number', points };
  const one = await drawn(dependenceSpec([{ ...curve, class: 'Oui' }], 'passed'));
  expect(one).toContain('Probability of passed = Oui');
  const several = ['a', 'b', 'c'].map((name) => ({ ...curve, class: name }));
  expect(await drawn(dependenceSpec(several, 'passed'))).toContain('>Probability of passed<');
  expect(await drawn(dependenceSpec([{ ...curve, class: null }], 'price'))).toContain('>price<');
});

test('no label of errors along a date is cut', async () => {
  const edges = days.map((day) => `${day}T00:00:00.000Z`);
  const band = { rows: 9, mean: 0, standard_error: 1, low: -1, high: 1 };
  const bands = [undefined, ...edges].map((from, place) => ({
    ...band,
    ...(from && { from }),
    ...(edges[place] && { below: edges[place] }),
  }));
  const svg = await drawn(errorsByInputSpec({ column: 'sold', bands }));
  expect(svg).toMatch(/>below 2018-01-01<[\s\S]*>from 2021-01-01</);
  expect(svg).not.toContain('…<');
});

test('labels along an axis stand apart', async () => {
  const values = [150, 300, 840].map((x, y) => ({ x, y }));
  const encoding = {
    x: { field: 'x', type: 'quantitative', scale: { type: 'log' } },
    y: { field: 'y', type: 'quantitative' },
  };
  const labelsAt = async (width: number, config: object) => {
    const { spec } = compile({ width, data: { values }, mark: 'point', encoding, config } as TopLevelSpec);
    const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
    return svg.match(/<text(?![^>]*opacity="0")[^>]*>[\d,]+<\/text>/g)?.length ?? 0;
  };
  const crowded = { ...configOf('light'), axis: {} };
  const widths = Array.from({ length: 30 }, (_, step) => 100 + 10 * step);
  const fewer = await Promise.all(
    widths.map(async (at) => (await labelsAt(at, configOf('light'))) < (await labelsAt(at, crowded))),
  );
  expect(fewer).toContain(true);
});

test('what spreads by a category is seen on a dark page too', async () => {
  const points = ['good', 'poor'].map((value) => ({ ...point, value }));
  const spec = dependenceSpec([{ column: 'location', type: 'text', class: null, points }], 'price');
  const svg = await drawn({ ...spec, config: configOf('dark') });
  expect(svg).toContain('stroke="#c9cdd4"');
  expect(svg).not.toMatch(/stroke="(black|#000)/);
});
