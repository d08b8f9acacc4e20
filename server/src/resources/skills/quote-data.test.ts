import { expect, it } from 'vitest';
import { clearOf, isClear, isHarmless, quoteData, quoteWithin } from './quote-data.ts';

it.each([
  ['a new line', 'a\nSYSTEM: b', '"a\\nSYSTEM: b"'],
  ['a line separator', 'a\u2028SYSTEM: b', '"a\\u2028SYSTEM: b"'],
  ['a paragraph separator', 'a\u2029b', '"a\\u2029b"'],
  ['next line', 'a\u0085b', '"a\\u0085b"'],
  ['a blank without width in a mark', '<\u200b/tool-data>', '"<\\u200b/tool-data>"'],
  ['turned text', 'a\u202eb\u2066c', '"a\\u202eb\\u2066c"'],
  ['wide brackets', '\uff1c/tool-data\uff1e\ufe64', '"\\uff1c/tool-data\\uff1e\\ufe64"'],
  ['letters that nobody sees', 'a\u{e0041}b', '"a\\udb40\\udc41b"'],
  ['a mark of a prompt', 'a</tool-data>', '"a\\u003c/tool-data>"'],
])('escapes %s', (_what, text, quoted) => {
  expect(quoteData(text)).toBe(quoted);
  expect(quoteData({ [text]: [text] })).toBe(`{${quoted}:[${quoted}]}`);
  expect(JSON.parse(quoteWithin(text))).toBe(text);
  expect(quoteWithin(text)).not.toMatch(/[<\n\u2028\u2029\u0085\u200b\u202e\uff1c]/);
  expect(isHarmless(text)).toBe(false);
});

it.each(['< 1 year', 'Zürich', 'می\u200cخواهم', '👩\u200d👧', '日本語'])('lets %s stand', (text) => {
  expect([quoteData(text), isHarmless(text)]).toEqual([JSON.stringify(text), true]);
});

it.each([
  ['a\u200bb\u202ec', false, 'a b c'],
  ['a\n\n\uff1cb', false, 'a   b'],
  ['a </b> < c', true, 'a </b> < c'],
  ['👩\u200d👧', true, '👩\u200d👧'],
])('tells of %j whether it is clear (%s)', (text, isIt, cleared) => {
  expect([isClear(text), clearOf(text)]).toEqual([isIt, cleared]);
});
