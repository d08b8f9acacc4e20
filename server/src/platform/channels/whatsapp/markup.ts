import type { Markup } from '../markdown/render.ts';

/** What WhatsApp makes of signs in a text; it knows no links with a name and no way to escape. */
export const whatsappMarkup: Markup = {
  escape: (text) => text,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
  code: (text) => `\`${text}\``,
  block: (text) => `\`\`\`${text.replaceAll('```', '`\u200b``')}\`\`\``,
  link: (text, url) => `${text} (${url})`,
  quote: (text) => `> ${text.replaceAll('\n', '\n> ')}`,
};
