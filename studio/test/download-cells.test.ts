/** Cells of strangers are text in a spreadsheet, and ordinary values stay as they are. */
import { expect, test } from 'vitest';
import { csvOf } from '../src/shared/csv.ts';

const cellOf = (value: unknown) => csvOf([{ value }]).split('\n').slice(1).join('\n');

test('what a spreadsheet would run is text', () => {
  expect(cellOf('=HYPERLINK("http://a/")')).toBe(`"'=HYPERLINK(""http://a/"")"`);
  for (const text of ['@SUM(A1)', '+cmd|calc', '-2+A1', '\t=1', '=1']) expect(cellOf(text)).toBe(`'${text}`);
});

test('numbers, negative and telephone ones too, and words are as they were', () => {
  for (const value of [-5, -0.5, 1e-7]) expect(cellOf(value)).toBe(String(value));
  for (const text of ['-12.5', '+49 170 123-45', 'a=b', '−3']) expect(cellOf(text)).toBe(text);
});
