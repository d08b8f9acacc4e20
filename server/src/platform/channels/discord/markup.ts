import type { Markup } from '../markdown/render.ts';

/** Discord's Markdown (https://support.discord.com/hc/en-us/articles/210298617): no tables, no pictures, no HTML. */
export const discordMarkup: Markup = {
  escape: escapeMarks,
  bold: (text) => `**${text}**`,
  italic: (text) => `*${text}*`,
  strike: (text) => `~~${text}~~`,
  code: (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``),
  block: (text, language) => `\`\`\`${language}\n${text.replaceAll('```', '`\u200b``')}\n\`\`\``,
  link: (text, url) => `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
  quote: (text) => `> ${text.replaceAll('\n', '\n> ')}`,
};

/**
 * Escapes characters only where they would be markup; most underscores and asterisks are not. Addresses stay unchanged.
 */
export function escapeMarks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? part : escapePart(part)))
    .join('');
}

function escapePart(text: string): string {
  return text
    .replace(/[\\`]/g, '\\$&')
    .replace(/\[(?=[^[\]]*\]\()/g, '\\[')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<!\w)_(?=\S)|(?<=\S)_(?!\w)/g, '\\_')
    .replace(/~~|\|\|/g, '\\$&');
}
