import { expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

function grow(pieces: readonly string[]): string | Buffer {
  const text = new GrowingText();
  for (const piece of pieces) text.add(piece);
  return text.take();
}

it('is a string while it is short, UTF-8 of the same text beyond', { tags: 'long' }, () => {
  expect(grow([])).toBe('');
  expect(grow(['a', 'ñ', '🌙'])).toBe('añ🌙');
  for (const piece of ['x'.repeat(700), 'ñ"🌙\u2028'.repeat(140), '€'.repeat(300_000)]) {
    const pieces = Array.from({ length: 300 }, (_, index) => `${index}${piece.slice(index % 2)}`);
    expect(Buffer.compare(Buffer.from(grow(pieces)), Buffer.from(pieces.join('')))).toBe(0);
  }
});
