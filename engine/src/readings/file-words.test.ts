import { describe, expect, test } from 'vitest';
import { decideReading } from './decide.ts';
import { findMissingWords, wordsAmongValues } from './file-words.ts';

const cellsOf = (texts: readonly string[]) => texts.map((text) => ({ text, count: 1 }));

test('numbers, dates and booleans tell how their file writes no value; texts do not', () => {
  const told = (...texts: string[]) => wordsAmongValues(cellsOf(texts), decideReading(cellsOf(texts)));
  expect(told('1', 'NA', '2')).toEqual(['na']);
  expect(told('2020-01-01', '-')).toEqual(['-']);
  expect(told('true', 'false', 'N/A')).toEqual(['n/a']);
  expect(told('mild', 'NA')).toEqual([]);
  expect(told('1', 'none')).toEqual([]);
});

describe('a word for "no value" in a text column', () => {
  const found = (texts: readonly string[], ...fileWords: string[]) =>
    findMissingWords(cellsOf(texts), new Set(fileWords)).map(({ text }) => text);

  test.each([
    ['is missing where numbers of the file write it so', ['male', 'female', 'NA'], ['NA']],
    ['is kept where no other column does', ['male', 'female', 'N/A'], []],
    ['is kept among codes that look like it, as Namibia does', ['DE', 'NA', 'ZA'], []],
    ['is kept where it is a sign among signs', ['+', '-', '++'], []],
    ['is kept where it says what it means', ['mild', 'none'], []],
    ['is missing where the column has nothing else', ['NA', '-'], ['NA', '-']],
  ])('%s', (_, texts, words) => {
    expect(found(texts, 'na', '-', 'none')).toEqual(words);
  });
});
