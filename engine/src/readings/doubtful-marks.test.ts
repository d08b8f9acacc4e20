import { describe, expect, test } from 'vitest';
import { decideReading } from './decide.ts';
import type { Hints } from './decision.ts';

const decide = (texts: readonly string[], hints: Hints = {}) =>
  decideReading(
    texts.map((text) => ({ text, count: 1 })),
    {},
    hints,
  );
const semicolons: Hints = { likelyDecimal: ',' };

describe('a mark before exactly three digits', () => {
  test.each([
    ['points where semicolons part the cells', ['111.343', '126.949', '186'], semicolons, ','],
    ['with a unit behind', ['1.200 km', '2.500 km', '3.700 km'], semicolons, ','],
    ['points of euros', ['432.000 €', '€ 145.255'], {}, ','],
    ['commas of dollars where semicolons part the cells', ['$432,000', '$1,100'], semicolons, '.'],
    ['prices of a litre', ['€1.459', '€1.539', '€1.700'], {}, '.'],
    ['round prices', ['€1.200', '€1.500', '€2.350'], {}, ','],
    ['shares', ['12.345 %', '13.345 %'], semicolons, '.'],
    ['points beside thousands without one', ['12.345', '13456'], semicolons, '.'],
    ['a leading zero', ['12.345', '0.123'], semicolons, '.'],
    ['points beside other columns with a decimal point', ['12.345'], { ...semicolons, decimal: '.' }, '.'],
    ['points alone', ['12.345', '13.456'], {}, '.'],
  ] as const)('%s', (_what, texts, hints, decimal) => {
    const many =
      texts.length > 2
        ? [...texts, ...Array.from({ length: 8 }, (_, at) => texts[0].replace(/1/, `${at + 1}`))]
        : texts;
    expect(decide(many, hints).reading).toMatchObject({ decimal });
  });

  test('is told with the setting that reads it otherwise', () => {
    expect(decide(['111.343', '186'], semicolons).notes).toMatchObject([
      { code: 'ambiguous_numbers', detail: expect.stringContaining('`decimal=.`') },
    ]);
    expect(decide(['1.459 €', '1.539 €']).notes).toMatchObject([
      { code: 'ambiguous_numbers', detail: expect.stringContaining('`decimal=,`') },
    ]);
    expect(decide(['12.345', '13.456']).notes).toEqual([]);
    expect(decide(['12.345', '13.456'], { isTabbed: true }).notes).toMatchObject([{ code: 'ambiguous_numbers' }]);
  });
});
