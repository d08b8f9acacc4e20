import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test('leaves a text that fits as it is', () => {
  expect(splitText('short', 100)).toEqual(['short']);
  expect(splitText('', 100)).toEqual(['']);
});

test.each([
  ['paragraphs', '\n\n'],
  ['lines', '\n'],
  ['sentences', '. '],
  ['words', ' '],
])('cuts between %s', (_where, mark) => {
  const piece = 'abcdefghi';
  const parts = splitText(Array(20).fill(piece).join(mark), 50);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(50);
    expect(part.replaceAll(mark.trim() || ' ', '').replace(/\s/g, '').length % piece.length).toBe(0);
  }
});

test('loses nothing of a text without any place to cut, and cuts no character in two', () => {
  const text = '🙂'.repeat(100);
  const parts = splitText(text, 31);
  expect(parts.join('')).toBe(text);
  for (const part of parts) expect(part).toMatch(/^(?:🙂)+$/u);
});

test('closes a block of code that it cuts, and opens it again', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `const x${index} = ${index};`);
  const parts = splitText(`Look:\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\nDone.`, 90);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(90);
    expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
  }
  for (const line of lines) expect(parts.filter((part) => part.includes(line))).toHaveLength(1);
});
