import type { Markup } from '../markdown.ts';

/** Telegram's HTML (https://core.telegram.org/bots/api#html-style). */
export const telegramMarkup: Markup = {
  escape: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  bold: (text) => `<b>${text}</b>`,
  italic: (text) => `<i>${text}</i>`,
  strike: (text) => `<s>${text}</s>`,
  code: (text) => `<code>${text}</code>`,
  block: (text, language) => `<pre>${language ? `<code class="language-${language}">${text}</code>` : text}</pre>`,
  link: (text, url) => `<a href="${url}">${text}</a>`,
};
