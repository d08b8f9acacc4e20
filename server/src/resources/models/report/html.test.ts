import type { ModelDescription } from '@sibyl/engine/model.ts';
import { expect, it } from 'vitest';
import { html, shortNumber, table, withError } from './html.ts';
import { curve } from './pictures.ts';
import { sayValue } from './say-value.ts';

it('escapes whatever is not HTML, also in tables, attributes and pictures', () => {
  const name = `<script>alert("x")</script>'`;
  const page = html`<p title="${name}">${name}</p>${table([name], [[name, 1, null]])}${curve(name, [{ x: 1, y: 2 }])}`;
  expect(page.text).not.toContain('<script');
  expect(page.text).not.toMatch(/title="[^"]*"[^>]/);
  expect(page.text).toContain('&#60;script&#62;');
});

it('breaks long words of tables only', () => {
  const { text } = table(['status'], [['complete  a & b'], ['x'.repeat(50)]]);
  expect(text).toContain('<td>complete  a &#38; b</td>');
  expect(text).toContain(`<td>${'x'.repeat(24)}<wbr>${'x'.repeat(24)}<wbr>xx</td>`);
});

it('writes no error that only rounding left', () => {
  expect(withError(1, 9.2e-15)).toBe('1');
  expect(withError(1, 0.0073)).toBe('1 ± 0.0073');
  expect(withError(0, 0.01)).toBe('0 ± 0.01');
});

it.each([
  [['no', 'yes'], false, 'no'],
  [['True', 'False'], true, 'True'],
  [['0', '1'], true, '1'],
  [['up', 'down'], true, 'true'],
])('says of a column of %j that it is %s as %s', (values, value, word) => {
  const ranges = [{ column: 'cd', type: 'boolean', min: null, max: null, median: null, values }];
  expect(sayValue({ ranges: ranges as ModelDescription['ranges'] }, 'cd', value)).toBe(word);
});

it('draws shares within 0 and 1, also where their errors reach further', () => {
  const points = [
    { x: 0, y: 0.001, low: -0.000934, high: 0.003 },
    { x: 1, y: 0.99, low: 0.97, high: 1.01 },
  ];
  const { text } = curve('share', points, { isShare: true });
  expect([...text.matchAll(/<text[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(['0', '1', '0', '1']);
  expect(curve('price', points).text).toContain('-0.000934');
});

it.each([
  [0, undefined, '0'],
  [1234.567, 12.345, '1230 ± 12'],
  [0.00001234, null, '1.23e-5'],
  [null, null, '—'],
])('shows %s with error %s as %s', (value, error, text) => {
  expect(value === null ? shortNumber(value) : withError(value, error)).toBe(text);
});
