import { escapeMarks } from '../discord/markup.ts';
import type { Markup } from '../markdown/render.ts';

/** The Markdown of Teams (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages). */
export const teamsMarkup: Markup = {
  escape: escapeMarks,
  bold: (text) => `**${text}**`,
  italic: (text) => `*${text}*`,
  strike: (text) => `~~${text}~~`,
  code: (text) => `\`${text}\``,
  block: (text, language) => `\`\`\`${language}\n${text.replaceAll('```', '`\u200b``')}\n\`\`\``,
  link: (text, url) => `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
  quote: (text) => `> ${text.replaceAll('\n', '\n> ')}`,
};
