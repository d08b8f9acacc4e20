/** How a platform writes what Markdown says. Texts given are already escaped, but for `escape` itself. */
export interface Markup {
  escape(text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  strike(text: string): string;
  code(text: string): string;
  block(text: string, language: string): string;
  link(text: string, url: string): string;
}

const blockPattern = /^```([\w+-]*)[^\n]*\n([\s\S]*?)(?:\n```[ \t]*$|(?![\s\S]))/gm;
const inlinePattern =
  /`([^`\n]+)`|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|\*\*([^\n]+?)\*\*|__([^\n]+?)__|~~([^\n]+?)~~|(?<![\w*])\*([^\s*][^*\n]*?)\*(?![\w*])|(?<!\w)_([^\s_][^_\n]*?)_(?!\w)/g;

/** Writes Markdown in another markup: blocks and spans of code, bold, italic, strike, links, headings, bullets. */
export function renderMarkdown(text: string, markup: Markup): string {
  let rendered = '';
  let end = 0;
  for (const match of text.matchAll(blockPattern)) {
    rendered += renderLines(text.slice(end, match.index), markup);
    rendered += markup.block(markup.escape(match[2]), match[1]);
    end = match.index + match[0].length;
  }
  return rendered + renderLines(text.slice(end), markup);
}

function renderLines(text: string, markup: Markup): string {
  return text
    .split('\n')
    .map((line) => {
      const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
      if (heading) return markup.bold(renderInline(heading[1].replace(/\*\*|__/g, ''), markup));
      return renderInline(line.replace(/^(\s*)[*+-]\s+/, '$1• '), markup);
    })
    .join('\n');
}

function renderInline(text: string, markup: Markup): string {
  let rendered = '';
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    rendered += markup.escape(text.slice(end, match.index)) + renderSpan(match, markup);
    end = match.index + match[0].length;
  }
  return rendered + markup.escape(text.slice(end));
}

function renderSpan(match: RegExpMatchArray, markup: Markup): string {
  const [, code, label, url, bold, bolder, strike, italic, slanted] = match;
  if (code !== undefined) return markup.code(markup.escape(code));
  if (url !== undefined) return markup.link(renderInline(label, markup), markup.escape(url));
  if (strike !== undefined) return markup.strike(renderInline(strike, markup));
  const strong = bold ?? bolder;
  return strong === undefined
    ? markup.italic(renderInline(italic ?? slanted, markup))
    : markup.bold(renderInline(strong, markup));
}
