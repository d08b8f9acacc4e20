import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

const whole = [
  'Unused days expire on 31. March of the next year.',
  'Der Antrag ist bis zum 31. Dezember zu stellen.',
  'Use a shell, e.g. Bash, for this.',
  'See No. 5 of the list.',
  'It works since v1. 2 of the program.',
  'Section 4.2.1 of Art. 12 and Fig. 3 on p. 7 tell more.',
  'Dr. Miller and J. Smith wrote it.',
  'Version 1.5.2 costs 3.50 a month.',
  '1. Open the lid.',
  'Run node.js with example.com as its host.',
];

test.each(whole)('one sentence: %s', (sentence) => {
  expect(sentencesOf(sentence)).toEqual([sentence]);
});

test.each([
  ['It ends on the 31. The next one begins.', 2],
  ['Is it so? Yes! It is.', 3],
  ['He said "Stop." Then he left.', 2],
  ['It was made in 1999. Twelve people came.', 2],
  ['First line\ngoes on here. Second one.', 2],
  ['# A heading\n\nText of it.', 1],
  ['- one item\n- another item\n\nA paragraph.', 3],
  ['| a | 1 |\n| b | 2 |', 2],
])('sentences of %j', (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count);
});

test('a text of one line of a megabyte takes a moment', { timeout: 5000 }, () => {
  expect(sentencesOf('No. 5 is e.g. Z. '.repeat(2000)).length).toBeGreaterThan(0);
});
