/** A column may have any name: the chart shows its values. */

import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { chartOfAnswer } from '../src/queries/chart-of-answer.ts';

test.for([
  'price',
  'price[eur]',
  "O'Neil",
  'a "b"',
  'a.b',
  'a\\b',
  '[',
  '<img src=x onerror=alert(1)>',
  'datum',
  'المدينة',
])('a column named %s is drawn', async (name) => {
  const other = `${name} of`;
  const columns = [
    { name, type: 'number' },
    { name: other, type: 'text' },
  ];
  const rows = [1, 2, 3].map((value) => ({ [name]: value, [other]: `v${value}` }));
  const spec = chartOfAnswer({ columns, rows } as never, { across: other, up: name, kind: 'bar' });
  const view = new View(parse(compile(spec as TopLevelSpec).spec), { renderer: 'none' });
  await view.runAsync();
  const svg = await view.toSVG();
  expect(svg.match(/aria-roledescription="bar"/g)).toHaveLength(3);
  expect(svg).toContain('>v2<');
  expect(svg).not.toContain('<img');
});

test('bars of each value of a third column have a colour of their own', async () => {
  const columns = ['month', 'shop'].map((name) => ({ name, type: 'text' }));
  const rows = [1, 2, 3, 4].map((units) => ({ units, month: `m${units % 2}`, 'shop.name': `s${units > 2}` }));
  const answer = { columns: [...columns, { name: 'units', type: 'integer' }], rows } as never;
  const spec = chartOfAnswer(answer, { across: 'month', up: 'units', kind: 'bar', by: 'shop.name' });
  const view = new View(parse(compile(spec as TopLevelSpec).spec), { renderer: 'none' });
  await view.runAsync();
  const bars = [...(await view.toSVG()).matchAll(/aria-roledescription="bar"[^>]*fill="([^"]+)"/g)];
  expect(new Set(bars.map(([, fill]) => fill)).size).toBe(2);
});
