import { expect, test } from 'vitest';
import { discordMarkup } from '../discord/markup.ts';
import { slackMarkup } from '../slack/markup.ts';
import { telegramMarkup } from '../telegram/markup.ts';
import { whatsappMarkup } from '../whatsapp/markup.ts';
import { renderMarkdown } from './render.ts';
import { renderReply } from './reply.ts';

test.each([
  ['**bold** and *italic* and `a < b`', '<b>bold</b> and <i>italic</i> and <code>a &lt; b</code>'],
  ['[the <docs>](https://a.b/c?d=1&e=2)', '<a href="https://a.b/c?d=1&amp;e=2">the &lt;docs&gt;</a>'],
  ['# Heading\n- one\n- two', '<b>Heading</b>\n\n• one\n• two'],
  ['3. c\n4. d\n   - e', '3. c\n4. d\n  • e'],
  ['```ts\nif (a < b) {}\n```', '<pre><code class="language-ts">if (a &lt; b) {}</code></pre>'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[click](javascript:alert(1))', 'click (javascript:alert(1))'],
  ['2 * 3 * 4 and snake_case_name and ~5 to ~6', '2 * 3 * 4 and snake_case_name and ~5 to ~6'],
  ['`**not bold**`', '<code>**not bold**</code>'],
  ['> said\n> twice', '<blockquote>said\ntwice</blockquote>'],
  ['[a][1]\n\n[1]: https://a.b', '<a href="https://a.b">a</a>'],
])('writes %j for Telegram', async (markdown, html) => {
  expect(await renderMarkdown(markdown, telegramMarkup)).toBe(html);
});

test('writes the markup of Slack', async () => {
  const text = await renderMarkdown('**a & b** [docs](https://a.b) ~~gone~~\n```\nx\n```', slackMarkup);
  expect(text).toBe('*a &amp; b* <https://a.b|docs> ~gone~\n\n```\nx\n```');
});

const every = { slackMarkup, telegramMarkup, whatsappMarkup, discordMarkup };

test.each(Object.entries(every))('addresses come out of %s as they went in', async (_name, markup) => {
  const next = 'https://a.example/_next_/a*b*/c';
  expect(await renderMarkdown(`See ${next} now`, markup)).toBe(`See ${next} now`);
  const wiki = await renderMarkdown('[A](https://en.wikipedia.org/wiki/A_(b)) end', markup);
  expect(wiki.replace('%28', '(').replace('%29', ')')).toContain('https://en.wikipedia.org/wiki/A_(b)');
  expect(wiki).toMatch(/[^)]\)? end$|<\/a> end$|> end$|\) end$/);
});

test.each(Object.entries(every))('a picture comes out of %s as a link to it', async (_name, markup) => {
  const text = await renderMarkdown('![plot](https://a.example/p.png)', markup);
  expect(text).not.toContain('!');
  expect(text).toContain('https://a.example/p.png');
  expect(text).toContain('plot');
});

test('a block of code within a list is one', async () => {
  const text = await renderMarkdown('1. Run\n   ```sh\n   npm **ci**\n   ```\n2. Done', telegramMarkup);
  expect(text).toBe('1. Run\n  <pre><code class="language-sh">npm **ci**</code></pre>\n2. Done');
});

test('the names of sources are no markup', async () => {
  const citations = [{ source: 'sales_2024_q1.csv' }, { source: '*.md' }];
  const html = await renderReply({ text: 'Yes.', citations }, telegramMarkup);
  expect(html).toBe('Yes.\n\n<i>Sources: sales_2024_q1.csv, *.md</i>');
});

test('a table is laid in columns where it fits, and told row by row where it does not', async () => {
  const narrow = '| city | people |\n|---|--:|\n| Bonn | 7 |\n| 東京 | 14000 |';
  expect(await renderMarkdown(narrow, slackMarkup)).toBe(
    '```\ncity  people\n────  ──────\nBonn       7\n東京   14000\n```',
  );
  const words = 'many words of one cell that no telephone shows in a line';
  const wide = `| city | about |\n|---|---|\n| Bonn | ${words} |`;
  expect(await renderMarkdown(wide, slackMarkup)).toBe(`*Bonn*\nabout: ${words}`);
});

test('Discord reads marks of a text as text', async () => {
  expect(await renderMarkdown('\\*not bold\\* and 2 * 3 and snake_case', discordMarkup)).toBe(
    '\\*not bold\\* and 2 * 3 and snake_case',
  );
});
