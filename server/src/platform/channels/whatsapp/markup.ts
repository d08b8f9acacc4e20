import type { Markup } from '../markdown/render.ts';

/** WhatsApp's marks in text; it has no named links and no escapes. */
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
