import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { slackMarkup } from './slack/markup.ts';
import { telegramMarkup } from './telegram/markup.ts';

test.each([
  ['**bold** and *italic* and `a < b`', '<b>bold</b> and <i>italic</i> and <code>a &lt; b</code>'],
  ['[the <docs>](https://a.b/c?d=1&e=2)', '<a href="https://a.b/c?d=1&amp;e=2">the &lt;docs&gt;</a>'],
  ['# Heading\n- one\n- two', '<b>Heading</b>\n• one\n• two'],
  ['```ts\nif (a < b) {}\n```', '<pre><code class="language-ts">if (a &lt; b) {}</code></pre>'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[click](javascript:alert(1))', '[click](javascript:alert(1))'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ['`**not bold**`', '<code>**not bold**</code>'],
])('writes %j for Telegram', (markdown, html) => {
  expect(renderMarkdown(markdown, telegramMarkup)).toBe(html);
});

test('writes the markup of Slack', () => {
  const text = renderMarkdown('**a & b** [docs](https://a.b) ~~gone~~\n```\nx\n```', slackMarkup);
  expect(text).toBe('*a &amp; b* <https://a.b|docs> ~gone~\n```\nx\n```');
});
