// Converts Markdown to DOM nodes. Text becomes text nodes only, and links are http, https or mailto only, so that no
// answer can become markup or script of the page.

const inline =
  /\\([!-/:-@[-`{-~])|`([^`\n]+)`|\[([^\]\n]+)\]\(([^\s)]+)\)|\*\*([^\n]+?)\*\*|__([^\n]+?)__|~~([^\n]+?)~~|(?<![\w*])\*([^\s*][^*\n]*?)\*(?![\w*])|(?<!\w)_([^\s_][^_\n]*?)_(?!\w)|(https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/g;
const safeLink = /^(?:https?:\/\/|mailto:)/i;

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function link(label, url) {
  if (!safeLink.test(url)) return document.createTextNode(label);
  return element('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, label);
}

function renderSpan([, escaped, code, label, url, bold, bolder, strike, italic, slanted, address]) {
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return element('code', {}, code);
  if (url !== undefined) return link(label, url);
  if (address !== undefined) return link(address, address);
  if (strike !== undefined) return element('del', {}, ...renderInline(strike));
  const strong = bold ?? bolder;
  if (strong !== undefined) return element('strong', {}, ...renderInline(strong));
  return element('em', {}, ...renderInline(italic ?? slanted));
}

function renderInline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    nodes.push(text.slice(end, match.index), renderSpan(match));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

function cellsOf(line) {
  return line.replace(/^\s*\||(?<!\\)\|\s*$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function renderTable(lines) {
  const row = (tag, line) => element('tr', {}, ...cellsOf(line).map((cell) => element(tag, {}, ...renderInline(cell))));
  const body = lines.slice(2).map((line) => row('td', line));
  const table = element('table', {}, element('thead', {}, row('th', lines[0])), element('tbody', {}, ...body));
  return element('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Table' }, table);
}

function renderList(lines) {
  const isOrdered = /^\s*\d/.test(lines[0]);
  const items = lines.map((line) => element('li', {}, ...renderInline(line.replace(/^\s*(?:[*+-]|\d+[.)])\s+/, ''))));
  return element(isOrdered ? 'ol' : 'ul', {}, ...items);
}

function renderParagraph(lines) {
  const nodes = lines.flatMap((line, index) => [...(index ? [element('br')] : []), ...renderInline(line)]);
  return element('p', {}, ...nodes);
}

/** Nested quotes are shown as one. */
function renderQuote(lines) {
  const text = lines.map((line) => line.replace(/^\s*(?:>\s?)+/, '')).join('\n');
  return element('blockquote', {}, ...renderBlocks(text));
}

const kinds = [
  { test: /^\s*>/, render: renderQuote },
  { test: /^\s*(?:[*+-]|\d+[.)])\s+/, render: renderList },
  { test: /^\s*\|.*\|\s*$/, render: (lines) => (lines.length > 2 ? renderTable(lines) : renderParagraph(lines)) },
  { test: /^#{1,6}\s/, render: ([line]) => element('p', { class: 'heading' }, ...renderInline(line.replace(/^#+\s+/, ''))), single: true },
  { test: /^\s*$/, render: () => undefined },
];

function kindOf(line) {
  return kinds.find(({ test }) => test.test(line));
}

function renderBlocks(text) {
  const lines = text.split('\n');
  const blocks = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at]);
    let end = at + 1;
    while (end < lines.length && !kind?.single && kindOf(lines[end]) === kind) end += 1;
    blocks.push((kind?.render ?? renderParagraph)(lines.slice(at, end)));
    at = end;
  }
  return blocks.filter(Boolean);
}

export function renderMarkdown(text) {
  const parts = text.split(/^```[^\n]*\n?([\s\S]*?)(?:^```[^\n]*$|(?![\s\S]))/m);
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return renderBlocks(part);
    return [element('pre', { tabindex: '0' }, element('code', {}, part.replace(/\n$/, '')))];
  });
}
