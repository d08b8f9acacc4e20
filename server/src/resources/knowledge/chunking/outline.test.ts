import { expect, test } from 'vitest';
import { outlineOf } from './outline.ts';

const manual = `NAME
       cut - cuts

OPTIONS
       -d
       --dull
           Uses a dull knife.

       -s, --sharp
           Uses a sharp knife.

           It is sharp.
`;
const licence = `                     A LICENCE

  1. Definitions.

  Words mean what
they mean.

  2. Grant of Rights

You may.
`;

const headingsIn = (text: string) => outlineOf(text).map(({ headings }) => headings.join(' > '));

test('manuals have headings above text that is indented deeper', () => {
  expect(headingsIn(manual)).toEqual(['NAME', 'OPTIONS > -d --dull', 'OPTIONS > -s, --sharp']);
  const [, , sharp] = outlineOf(manual);
  expect(manual.slice(sharp.start, sharp.end)).toContain('It is sharp.');
});

test('licences have numbered headings', () => {
  expect(headingsIn(licence)).toEqual(['A LICENCE > 1. Definitions.', 'A LICENCE > 2. Grant of Rights']);
});

test.each(['', 'one line', 'Two lines\nof prose.', 'A paragraph.\n\nAnother, of prose.', '\n\n\n', '1.\n\n2.\n'])(
  'text without headings is one section: %j',
  (text) => {
    expect(headingsIn(text).filter(Boolean)).toEqual([]);
  },
);
