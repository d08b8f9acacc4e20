import { type Heading, isBlank, type Section, splitAt } from './sections.ts';

interface Line {
  start: number;
  end: number;
  indent: number;
  text: string;
}

const longestHeading = 80;
/** Wrapped prose fills its lines; headings above indented text are shorter. */
const longestHanging = 60;
/** Names of options may stand on lines of their own: `-c`, `--continue`. */
const mostTermLines = 3;
const tabWidth = 8;
const hangingLevel = 10;

const numbered =
  /^(?:(?:[Ss]ection|SECTION|[Aa]rticle|ARTICLE|[Cc]hapter|CHAPTER|[Pp]art|PART|[Aa]ppendix|APPENDIX|§)\s*)?(\d+(?:\.\d+)*[.):]?|[IVXL]+[.)]|[A-Z][.)])\s+\p{Lu}/u;
const bullet = /^(?:[*•–·+>|#]|-\s|\()/;

/**
 * Splits a plain text by the headings that its layout shows: in capitals, numbered, or above text that is indented
 * deeper, as in manuals. Headings stay in their sections.
 */
export function outlineOf(text: string): Section[] {
  const isSection = ({ level, end }: Heading, next?: Heading) =>
    !next || next.level <= level || !isBlank(text, end, next.start);
  return splitAt(text, headingsOf(linesOf(text)), (heading, next) =>
    isSection(heading, next) ? heading.start : undefined,
  );
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push({ start, end, ...measure(text.slice(start, Math.min(end, start + 2 * longestHeading + tabWidth))) });
    start = end;
  }
  return lines;
}

function measure(line: string): { indent: number; text: string } {
  let indent = 0;
  let at = 0;
  for (; line[at] === ' ' || line[at] === '\t'; at += 1)
    indent += line[at] === '\t' ? tabWidth - (indent % tabWidth) : 1;
  return { indent, text: line.slice(at).trimEnd() };
}

function headingsOf(lines: readonly Line[]): Heading[] {
  const headings: Heading[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const before = lines[at - 1];
    const isFirst = lines[at].text !== '' && (!before || before.text === '' || headings.at(-1)?.end === before.end);
    const found = isFirst ? headingAt(lines, at) : undefined;
    if (!found) continue;
    headings.push({ level: found.level, title: found.title, start: lines[at].start, end: lines[found.to].end });
    at = found.to;
  }
  return headings;
}

function headingAt(lines: readonly Line[], at: number): { level: number; title: string; to: number } | undefined {
  const { text, indent } = lines[at];
  if (text.length > longestHeading || !/\p{L}/u.test(text) || bullet.test(text) || /[,;]$/.test(text)) return undefined;
  const next = lines[at + 1];
  if (!next || next.text === '')
    return standsAlone(text, lines, at) ? { level: levelOf(text), title: text, to: at } : undefined;
  const to = lastTerm(lines, at);
  if (to === undefined) return undefined;
  const title = lines
    .slice(at, to + 1)
    .map((line) => line.text)
    .join(' ');
  return { level: isCapital(text) && indent === 0 ? 0 : hangingLevel + indent, title, to };
}

function standsAlone(text: string, lines: readonly Line[], at: number): boolean {
  const hasText = lines.slice(at + 1, at + 4).some((line) => line.text !== '');
  return hasText && (isCapital(text) || (numbered.test(text) && text.length <= longestHeading));
}

function levelOf(text: string): number {
  if (isCapital(text) && !numbered.test(text)) return 0;
  return 1 + (numbered.exec(text)?.[1].split('.').filter(Boolean).length ?? 1);
}

function isCapital(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  return letters.length >= 3 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

/** Returns the last line of a heading whose text follows indented deeper. */
function lastTerm(lines: readonly Line[], at: number): number | undefined {
  const { indent } = lines[at];
  for (let last = at; last < Math.min(at + mostTermLines, lines.length - 1); last += 1) {
    const [line, next] = [lines[last], lines[last + 1]];
    if (line.text.length > longestHanging || line.indent !== indent) return undefined;
    if (next.text === '') return undefined;
    if (next.indent > indent) return last;
  }
  return undefined;
}
