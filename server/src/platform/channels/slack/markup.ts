import type { Markup } from '../markdown/render.ts';

/** Slack's mrkdwn (https://api.slack.com/reference/surfaces/formatting). */
export const slackMarkup: Markup = {
  escape: escapeText,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
  code: (text) => `\`${escapeText(text).replaceAll('`', 'ˋ')}\``,
  block: (text) => `\`\`\`\n${escapeText(text).replaceAll('```', '`\u200b``')}\n\`\`\``,
  link: (text, url) => `<${escapeText(url).replaceAll('|', '%7C')}|${text.replaceAll('|', '¦')}>`,
  quote: (text) => `> ${text.replaceAll('\n', '\n> ')}`,
};

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
