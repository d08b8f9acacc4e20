import { decodeEntities } from './entities.ts';

interface Tag {
  name: string;
  closes: boolean;
  /** Offset after its `>`. */
  end: number;
}

/** Elements whose content is not text to read. */
const unread = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'nav',
  'select',
  'textarea',
  'head',
]);
/** Elements whose content is not markup and ends only at the closing tag. */
const raw = new Set(['script', 'style', 'textarea', 'title']);
const blocks = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hr li main ol p
  pre section summary table tbody tfoot thead tr ul`.split(/\s+/),
);

/**
 * Converts an HTML page to Markdown: headings, list items, one line per table row. It scans the page once without a
 * tree, so deep nesting and broken markup cost nothing.
 */
export function htmlToMarkdown(html: string): { text: string; title: string | undefined } {
  const page = new Page();
  for (let at = 0; at < html.length; ) {
    const opening = html.indexOf('<', at);
    page.write(html.slice(at, opening < 0 ? html.length : opening));
    if (opening < 0) break;
    const tag = tagAt(html, opening);
    if (tag === undefined) break; // an unclosed tag; browsers ignore the rest too
    if (tag.name === '<') page.write('<');
    else if (tag.closes) page.close(tag.name);
    else page.open(tag.name);
    at = tag.end;
    if (!tag.closes && raw.has(tag.name)) {
      const end = endOfRaw(html, at, tag.name);
      if (tag.name === 'title') page.title ??= html.slice(at, end);
      at = end;
    }
  }
  return page.finish();
}

/** Returns the tag or comment that begins at `start`, named `<` when it is neither; undefined when it never ends. */
function tagAt(html: string, start: number): Tag | undefined {
  if (html.startsWith('<!--', start)) return markup(html.indexOf('-->', start + 4), 3);
  const [, slash, name] = /^<(\/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})/.exec(html.slice(start, start + 40)) ?? [];
  if (name !== undefined) {
    const end = endOfTag(html, start + 1);
    return end === undefined ? undefined : { name: name.toLowerCase(), closes: slash === '/', end };
  }
  if (/[!?/]/.test(html[start + 1] ?? '')) return markup(html.indexOf('>', start), 1);
  return { name: '<', closes: false, end: start + 1 };
}

function markup(at: number, length: number): Tag | undefined {
  return at < 0 ? undefined : { name: '', closes: true, end: at + length };
}

/** Quoted attributes may contain `>`. */
function endOfTag(html: string, start: number): number | undefined {
  for (let at = start; at < html.length; at += 1) {
    const character = html[at];
    if (character === '>') return at + 1;
    if ((character === '"' || character === "'") && html[at - 1] === '=') {
      at = html.indexOf(character, at + 1);
      if (at < 0) return undefined;
    }
  }
  return undefined;
}

function endOfRaw(html: string, start: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = start;
  return closing.exec(html)?.index ?? html.length;
}

/** Collects text; whitespace collapses as in a browser. */
class Page {
  title: string | undefined;
  readonly #parts: string[] = [];
  #line = '';
  #hidden: { name: string; depth: number } | undefined;
  #heading = false;
  #verbatim = false;

  open(name: string): void {
    if (this.#hidden?.name === 'head' && (blocks.has(name) || /^h[1-6]$/.test(name))) this.#hidden = undefined;
    if (this.#hidden) {
      if (name === this.#hidden.name) this.#hidden.depth += 1;
      return;
    }
    if (unread.has(name)) this.#hidden = { name, depth: 1 };
    else if (/^h[1-6]$/.test(name)) this.#beginHeading(Number(name[1]));
    else if (name === 'br' && this.#heading) this.write(' ');
    else if (name === 'br') this.#endLine();
    else if (blocks.has(name)) this.#beginBlock(name);
  }

  close(name: string): void {
    if (this.#hidden) {
      if (name === this.#hidden.name) this.#hidden.depth -= 1;
      if (this.#hidden.depth === 0) this.#hidden = undefined;
      return;
    }
    if (/^h[1-6]$/.test(name)) this.#endBlock();
    else if (name === 'td' || name === 'th') this.write(' | ');
    else if (name === 'tr' || name === 'li') this.#endLine();
    else if (name === 'pre') this.#endCode();
    else if (blocks.has(name)) this.#endBlock();
  }

  write(text: string): void {
    if (this.#hidden || text === '') return;
    const decoded = decodeEntities(text);
    if (!this.#verbatim || this.#heading) {
      this.#line += decoded.replace(/\s+/g, ' ');
      return;
    }
    const [first, ...rest] = decoded.split('\n');
    this.#line += first;
    for (const line of rest) {
      this.#endLine();
      this.#line = line;
    }
  }

  finish(): { text: string; title: string | undefined } {
    this.#endLine();
    const text = this.#parts
      .join('')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    const title = decodeEntities(this.title ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 500);
    return { text, title: title === '' ? undefined : title };
  }

  #beginHeading(level: number): void {
    this.#endBlock();
    this.#heading = true;
    this.#line = `${'#'.repeat(level)} `;
  }

  #beginBlock(name: string): void {
    if (this.#heading) {
      this.write(' ');
      return;
    }
    if (name === 'li') {
      this.#endLine();
      this.#line = '- ';
    } else if (name === 'tr') this.#endLine();
    else if (this.#line.trim() !== '-') this.#endBlock();
    if (name === 'pre') this.#beginCode();
  }

  #beginCode(): void {
    this.#endLine();
    this.#parts.push('```\n');
    this.#verbatim = true;
  }

  #endCode(): void {
    this.#endLine();
    if (this.#verbatim) this.#parts.push('```\n\n');
    this.#verbatim = false;
  }

  #endBlock(): void {
    this.#endLine();
    this.#parts.push('\n');
  }

  #endLine(): void {
    const line = this.#verbatim ? this.#line.trimEnd() : this.#line.replace(/ +/g, ' ').trim().replace(/ \|$/, '');
    this.#line = '';
    if (line !== '' && !/^(?:#{1,6}|-)$/.test(line)) this.#parts.push(line, '\n');
    if (this.#heading) {
      this.#heading = false;
      this.#parts.push('\n');
    }
  }
}
