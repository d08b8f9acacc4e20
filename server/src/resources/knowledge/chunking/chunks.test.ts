import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

const textsOf = (text: string, layout: 'markdown' | 'text' | 'lines' = 'markdown') =>
  chunksOf(text, layout).map(({ headings, start, end }) => [headings.join(' > '), text.slice(start, end)]);

describe('chunks', () => {
  it('stand under all their headings', () => {
    expect(textsOf('Before.\n# One\n\nFirst.\n\n### Deep\nSecond.\n\n## Two ##\nThird.')).toEqual([
      ['', 'Before.'],
      ['One', 'First.'],
      ['One > Deep', 'Second.'],
      ['One > Two', 'Third.'],
    ]);
  });

  it('know headings that are underlined, and code that looks like one', () => {
    expect(textsOf('Title\n=====\n\nText.\n\nSub\n---\n```\n# no heading\n```\n')).toEqual([
      ['Title', 'Text.'],
      ['Title > Sub', '```\n# no heading\n```'],
    ]);
  });

  it('keep a heading that has nothing below it', () => {
    expect(textsOf('# Alone\n\n# Other\n\n## Last')).toEqual([
      ['Alone', '# Alone'],
      ['Other > Last', '## Last'],
    ]);
  });

  it('take no heading from plain text, and a line each from records', () => {
    expect(textsOf('# not a heading', 'text')).toEqual([['', '# not a heading']]);
    expect(textsOf('a: 1\nb: 2\n\n', 'lines')).toEqual([
      ['', 'a: 1'],
      ['', 'b: 2'],
    ]);
  });

  it('end with a sentence where they can', () => {
    const text = Array.from({ length: 60 }, (_, index) => `This is the sentence with the number ${index}.`).join(' ');
    for (const [, chunk] of textsOf(text)) expect(chunk).toMatch(/^This .*\.$/s);
  });

  it('never cut a character in two', () => {
    const faces = '\u{1f600}'.repeat(2000);
    for (const [, chunk] of textsOf(faces)) expect(chunk.isWellFormed()).toBe(true);
  });

  it('lie in order, hold all but blanks and headings, and are never too long', () => {
    const piece = fc.constantFrom(
      'word',
      ' ',
      '\n',
      '\n\n',
      '. ',
      '# h\n',
      '- item\n',
      'x'.repeat(700),
      '\u00a0',
      '\r',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
        (text) => {
          const chunks = chunksOf(text, 'text');
          const gaps = [0, ...chunks.map(({ end }) => end)].map((end, index) => text.slice(end, chunks[index]?.start));
          expect(gaps.join('').trim()).toBe('');
          for (const { start, end } of [...chunks, ...chunksOf(text, 'markdown')]) {
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
            expect(end - start).toBeLessThanOrEqual(1000);
            expect(end).toBeGreaterThan(start);
          }
        },
      ),
    );
  });
});
