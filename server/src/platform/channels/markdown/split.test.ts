import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelHost } from '../../../../test/chat/receiver.ts';
import { findPlatform } from '../platforms.ts';
import { firstPart, type Ruler, splitReply } from './split.ts';

const plain = (textLimit: number): Ruler => ({ textLimit, measure: async ({ text }) => text.length });
const split = async (text: string, limit: number) =>
  (await splitReply({ text, citations: [] }, plain(limit))).map((part) => part.text);

test('leaves a text that fits as it is', async () => {
  expect(await split('short', 100)).toEqual(['short']);
  expect(await split('', 100)).toEqual(['']);
});

test.each([
  ['paragraphs', '\n\n'],
  ['lines', '\n'],
  ['sentences', '. '],
  ['words', ' '],
])('cuts between %s', async (_where, mark) => {
  const piece = 'abcdefghi';
  const parts = await split(Array(20).fill(piece).join(mark), 50);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(50);
    expect(part.replaceAll(mark.trim() || ' ', '').replace(/\s/g, '').length % piece.length).toBe(0);
  }
});

test('loses nothing of a text without any place to cut, and cuts no character in two', async () => {
  const text = '🙂'.repeat(100);
  const parts = await split(text, 31);
  expect(parts.join('')).toBe(text);
  for (const part of parts) expect(part).toMatch(/^(?:🙂)+$/u);
});

test.each(['👨‍👩‍👧‍👦', '👍🏽', 'e\u0301', 'بّ'])('cuts no %s in two, though it has several code points', async (one) => {
  const parts = await split(one.repeat(60), 40);
  expect(parts.join('')).toBe(one.repeat(60));
  for (const part of parts) expect(part.replaceAll(one, '')).toBe('');
});

test('cuts a text of accents alone all the same', async () => {
  const text = `e${'\u0301'.repeat(200)}`;
  const parts = await split(text, 50);
  expect(parts.join('')).toBe(text);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(50);
});

const table = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(400)}`;

test('lets others work while it splits a large answer', async () => {
  let measured = 0;
  let turns = 0;
  let isSplit = false;
  const ruler = {
    textLimit: 500,
    async measure({ text }: { text: string }) {
      measured += 1;
      return text.length;
    },
  };
  const splitting = splitReply({ text: table, citations: [] }, ruler).finally(() => {
    isSplit = true;
  });
  while (!isSplit) {
    await turn();
    turns += 1;
  }
  expect((await splitting).length).toBeGreaterThan(8);
  expect(turns).toBeGreaterThan(measured / 2);
});

test('reads for the first part of an answer nothing of the others', async () => {
  let longest = 0;
  const ruler = {
    textLimit: 500,
    async measure({ text }: { text: string }) {
      longest = Math.max(longest, text.length);
      return text.length;
    },
  };
  const whole = { text: table, citations: [] };
  const first = await firstPart(whole, ruler);
  const read = longest;
  expect(first).toEqual((await splitReply(whole, ruler))[0]);
  expect(read).toBeLessThan(1000);
  expect(await firstPart({ text: 'short', citations: [] }, ruler)).toEqual({ text: 'short', citations: [] });
});

test('closes a block of code that it cuts, and opens it again', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `const x${index} = ${index};`);
  const parts = await split(`Look:\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\nDone.`, 90);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(90);
    expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
  }
  for (const line of lines) expect(parts.filter((part) => part.includes(line))).toHaveLength(1);
});

test('gives each part of a table its head, and cuts no link', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, index) => `| ${index} | [page ${index}](https://a.example/a_(${index})) |`,
  );
  const parts = await split(`| n | page |\n|---|---|\n${rows.join('\n')}`, 300);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part).toMatch(/^\| n \| page \|\n\|---\|---\|\n\| \d+ /);
  for (const row of rows) expect(parts.filter((part) => part.includes(row))).toHaveLength(1);
  const links = Array.from({ length: 9 }, (_, index) => `[the page of ${index}](https://a.example/${index})`);
  const texts = await split(links.join(' '), 100);
  for (const link of links) expect(texts.filter((part) => part.includes(link))).toHaveLength(1);
});

test('closes what is bold at the end of a part, and opens it again', async () => {
  const [first, second] = await split(`**${'word '.repeat(15)}end**`, 60);
  expect(first).toMatch(/^\*\*word.*word\*\*$/);
  expect(second).toMatch(/^\*\*word.*end\*\*$/);
});

const settings: Record<string, [settings: object, limit: number]> = {
  discord: [{ type: 'discord', bot_token: 'x' }, 2000],
  telegram: [{ type: 'telegram', bot_token: 'x' }, 4096],
  whatsapp: [{ type: 'whatsapp' }, 4096],
  slack: [{ type: 'slack' }, 4000],
  teams: [{ type: 'teams', app_id: 'x' }, 28_000],
};
const citations = Array.from({ length: 5 }, (_, index) => ({ source: `${'a long name '.repeat(6)}${index}.pdf` }));

test.each(Object.entries(settings))(
  'on %s no part is longer than it takes, escapes and sources counted',
  async (type, [given, limit]) => {
    const channel = findPlatform(type)!.open(given, channelHost());
    expect(channel.textLimit).toBeLessThanOrEqual(limit);
    for (const text of ['if a < b && c > d then *x* '.repeat(600), `\`\`\`\n${'a < b\n'.repeat(1500)}\`\`\``]) {
      const parts = await splitReply({ text, citations }, channel);
      expect(parts.at(-1)?.citations).toEqual(citations);
      for (const part of parts) expect(await channel.measure(part)).toBeLessThanOrEqual(channel.textLimit);
    }
  },
);

test('loses no word of any text', async () => {
  const words = fc.array(
    fc.constantFrom(
      'word',
      '**bold**',
      '*it*',
      '`code`',
      '- item',
      '# head',
      '> quote',
      '\n',
      '\n\n',
      '```\n',
      '| a | b |\n|---|---|\n',
    ),
    { maxLength: 120 },
  );
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 60, max: 200 }), async (pieces, limit) => {
      const text = pieces
        .map((piece, index) => piece.replace(/word|bold|it\b|code|item|head|quote/, (word) => `${word}${index}x`))
        .join(' ');
      const joined = (await split(text, limit)).join(' ');
      for (const word of text.match(/\d+x/g) ?? []) expect(joined).toContain(word);
    }),
    { numRuns: 60 },
  );
});
