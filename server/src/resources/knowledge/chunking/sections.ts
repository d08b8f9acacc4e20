/** The text below one heading, without heading lines. Offsets count UTF-16 units. */
export interface Section {
  /** Its headings, outermost first. */
  headings: string[];
  start: number;
  end: number;
}

export interface Heading {
  level: number;
  title: string;
  start: number;
  /** The end of its lines. */
  end: number;
}

const atx = /^ {0,3}(#{1,6})[ \t](.*)$/;
const fence = /^ {0,3}(```|~~~)/;
const longestHeadingLine = 1000;

/** Splits a Markdown text at its headings. A heading without text of its own joins the next section. */
export function sectionsOf(text: string): Section[] {
  const isBare = ({ level, end }: Heading, next?: Heading) =>
    isBlank(text, end, next?.start ?? text.length) && (next === undefined || next.level <= level);
  return splitAt(text, headingsOf(text), (heading, next) => (isBare(heading, next) ? heading.start : heading.end));
}

/**
 * Returns the sections that are not blank.
 * @param startOf where that of a heading begins, before the next heading; undefined if it has none
 */
export function splitAt(
  text: string,
  headings: readonly Heading[],
  startOf: (heading: Heading, next?: Heading) => number | undefined,
): Section[] {
  const sections: Section[] = [{ headings: [], start: 0, end: headings[0]?.start ?? text.length }];
  const open: Heading[] = [];
  for (const [index, heading] of headings.entries()) {
    while (open.length > 0 && open[open.length - 1].level >= heading.level) open.pop();
    open.push(heading);
    const next = headings[index + 1];
    const start = startOf(heading, next);
    const titles = open.map(({ title }) => title);
    if (start !== undefined) sections.push({ headings: titles, start, end: next?.start ?? text.length });
  }
  return sections.filter(({ start, end }) => !isBlank(text, start, end));
}

export function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

/** Finds lines that begin with `#` or are underlined by `===` or `---`, outside of code blocks. */
function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  let codeFence: string | undefined;
  let previous = { start: 0, line: '' };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = end - start > longestHeadingLine ? 'long' : text.slice(start, end).trimEnd();
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) codeFence = codeFence === undefined ? mark : codeFence === mark ? undefined : codeFence;
    else if (codeFence === undefined) {
      const found = headingAt(line, start, end) ?? underlined(line, previous, end);
      if (found) headings.push(found);
    }
    previous = { start, line: codeFence === undefined && mark === undefined ? line : '' };
    start = end;
  }
  return headings;
}

function headingAt(line: string, start: number, end: number): Heading | undefined {
  const [, marks, text = ''] = atx.exec(line) ?? [];
  const title = withoutClosingMarks(text.trim());
  return title ? { level: marks.length, title, start, end } : undefined;
}

/** `# Title ##` is closed by marks behind a blank. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t';
  return isClosed ? text.slice(0, end).trimEnd() : text;
}

function underlined(line: string, above: { start: number; line: string }, end: number): Heading | undefined {
  const [, mark] = /^ {0,3}(?:(=+)|-{3,})$/.test(line) ? (/^ *([=-])/.exec(line) ?? []) : [];
  const title = above.line.trim();
  const isText = title !== '' && !/^(?:[#>|*+-]|\d+\.|-{3,}|={1,}$)/.test(title);
  return mark && isText ? { level: mark === '=' ? 1 : 2, title, start: above.start, end } : undefined;
}
