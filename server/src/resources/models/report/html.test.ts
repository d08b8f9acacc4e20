import { expect, it } from 'vitest';
import { html, shortNumber, table, withError } from './html.ts';
import { curve } from './pictures.ts';

it('escapes whatever is not HTML, also in tables, attributes and pictures', () => {
  const name = `<script>alert("x")</script>'`;
  const page = html`<p title="${name}">${name}</p>${table([name], [[name, 1, null]])}${curve(name, [{ x: 1, y: 2 }])}`;
  expect(page.text).not.toContain('<script');
  expect(page.text).not.toMatch(/title="[^"]*"[^>]/);
  expect(page.text).toContain('&#60;script&#62;');
});

it.each([
  [0, undefined, '0'],
  [1234.567, 12.345, '1230 ± 12'],
  [0.00001234, null, '1.23e-5'],
  [null, null, '—'],
])('shows %s with error %s as %s', (value, error, text) => {
  expect(value === null ? shortNumber(value) : withError(value, error)).toBe(text);
});
