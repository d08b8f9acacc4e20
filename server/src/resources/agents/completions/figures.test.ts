import { expect, it } from 'vitest';
import { figuresIn, figuresWithout } from './figures.ts';

const result = {
  columns: ['city', 'average', 'share'],
  rows: [
    ['Rome', 3150.1272, 0.27],
    ['Oslo', 1_234_567, null],
  ],
};
const unknownIn = (text: string, results: unknown[] = [result]) =>
  figuresWithout(results, text).map(({ text }) => text);

it.each([
  'Rome costs 3,150.13 on average, Oslo about 1.2 million.',
  'Rome costs $3,150, which is 27 % or 27.0%.',
  'It is 3.150,13 € there, and 1 234 567 or 1,234,567.',
  '1. Rome: 3150\n2. Oslo: 1234567',
  'Both 2 rows tell that the 1st is the cheaper one, in Q4 and route_66.',
  '```sql\nSELECT 99\n```',
])('finds the figures of a result as they may be written: %s', (text) => {
  expect(unknownIn(text)).toEqual([]);
});

it.each([
  ['Rome costs 3,151.', ['3,151']],
  ['Rome costs 3,150.2 and 28 %, or -4.', ['3,150.2', '28 %', '-4']],
  [
    'It is 3150.1272272727272727272727272727272727272727, or 1.5555555555555555555555.',
    ['3150.1272272727272727272727272727272727272727', '1.5555555555555555555555'],
  ],
  ['There would be 5053 * 24 = 121272 units.', ['5053', '24', '121272']],
])('tells those that stand in none: %s', (text, figures) => {
  expect(unknownIn(text)).toEqual(figures);
});

it('says where they stand, and knows dates and what the user said', () => {
  const text = 'A home of 800 sqft was let on 5 January 2024 for 77.';
  const [figure, ...others] = figuresWithout([{ let: '2024-01-05' }, 'What does one of 800 sqft cost?'], text);
  expect([figure, others]).toEqual([{ text: '77', start: text.indexOf('77'), end: text.indexOf('77') + 2 }, []]);
});

it('reads long texts in a time that grows in line with them', () => {
  const started = performance.now();
  for (const text of ['1'.repeat(200_000), `${'111 '.repeat(50_000)}x`, '1.1,1.1,'.repeat(30_000)]) figuresIn(text);
  expect(performance.now() - started).toBeLessThan(2000);
});

it.each(['\n', '\r', '\u2028', ' ', '\t', '`', '``` ', '1', '1.', '1,', '1 ', '-', '$', '12.\n'])(
  'reads a text that repeats %j once, not once for each of its characters',
  { timeout: 5000 },
  (piece) => {
    // Before, one text of 50,000 line breaks took four seconds of the main thread.
    for (let times = 0; times < 3; times += 1) figuresIn(`1${piece.repeat(49_999 / piece.length)}x`);
  },
);
