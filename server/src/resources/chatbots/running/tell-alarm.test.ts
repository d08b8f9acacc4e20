import { expect, it } from 'vitest';
import { discordMarkup } from '../../../platform/channels/discord/markup.ts';
import { renderMarkdown } from '../../../platform/channels/markdown/render.ts';
import { slackMarkup } from '../../../platform/channels/slack/markup.ts';
import { telegramMarkup } from '../../../platform/channels/telegram/markup.ts';
import { tellAlarm } from './tell-alarm.ts';

const hostile = '[pay](https://evil.example), **big**, <!channel>\n# head\n\n- <b>x</b> a_b_c (distance 0.62)';
const plain =
  '[pay](https://evil.example), **big**, &lt;!channel&gt; # head - &lt;b&gt;x&lt;/b&gt; a_b_c (distance 0.62).';

it.each([
  ['Slack', slackMarkup, plain],
  ['Telegram', telegramMarkup, plain],
  [
    'Discord',
    discordMarkup,
    '\\[pay](https://evil.example), \\*\\*big\\*\\*, <!channel> # head - <b>x</b> a_b_c (distance 0.62).',
  ],
])('shows the names of columns as they are on %s', async (_, markup, shown) => {
  const data = { name: 'rent', version: 2, detail: `Predicted rows are not like the training rows: ${hostile}.` };
  const text = tellAlarm({ type: 'sibyl.model.drift', time: '2026-03-01T10:00:00.000Z', data });
  const [, why, ...rest] = (await renderMarkdown(text, markup)).split('\n');
  expect(why).toBe(`Predicted rows are not like the training rows: ${shown}`);
  expect(rest).toEqual([]);
});
