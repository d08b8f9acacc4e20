import type { Markup } from '../markdown/render.ts';

/** Telegram's HTML (https://core.telegram.org/bots/api#html-style). */
export const telegramMarkup: Markup = {
  escape: escapeText,
  bold: (text) => `<b>${text}</b>`,
  italic: (text) => `<i>${text}</i>`,
  strike: (text) => `<s>${text}</s>`,
  code: (text) => `<code>${escapeText(text)}</code>`,
  block: (text, language) =>
    `<pre>${language ? `<code class="language-${language}">${escapeText(text)}</code>` : escapeText(text)}</pre>`,
  link: (text, url) => `<a href="${escapeText(url)}">${text}</a>`,
  quote: (text) => `<blockquote>${text}</blockquote>`,
};

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Telegram counts the UTF-16 units of the text without markup. */
export function lengthOf(html: string): number {
  return html.replace(/<[^<>]*>/g, '').replace(/&\w+;/g, '.').length;
}
