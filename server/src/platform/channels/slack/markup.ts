import type { Markup } from '../markdown.ts';

/** Slack's mrkdwn (https://api.slack.com/reference/surfaces/formatting). */
export const slackMarkup: Markup = {
  escape: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
  code: (text) => `\`${text}\``,
  block: (text) => `\`\`\`\n${text}\n\`\`\``,
  link: (text, url) => `<${url}|${text}>`,
};
