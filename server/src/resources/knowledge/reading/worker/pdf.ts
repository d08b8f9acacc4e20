import { documentFault } from '../messages.ts';

interface Line {
  text: string;
  fontSize: number;
  /** Height of the base line above the foot of the page, in points. */
  y: number;
}

type Pdf = Awaited<ReturnType<typeof openPdf>>;

/**
 * Converts a PDF to Markdown: lines in large type become headings, wide gaps separate paragraphs, a form feed separates
 * pages.
 */
export async function pdfToMarkdown(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes);
  const pages: Line[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) pages.push(await linesOf(pdf, number));
  const bodySize = commonFontSize(pages.flat());
  const text = pages.map((lines) => textOf(lines, bodySize)).join('\n\n\f');
  if (text.trim() === '')
    throw documentFault('no_text', 'The PDF contains no text; a scan must go through text recognition first.');
  return text;
}

async function openPdf(bytes: Uint8Array) {
  const { getDocumentProxy } = await import('unpdf');
  try {
    return await getDocumentProxy(bytes);
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException')
      throw documentFault('protected_file', 'The PDF is protected by a password; send it without.');
    throw documentFault('broken_file', 'The file is not a valid PDF.');
  }
}

async function linesOf(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number).catch(() => {
    throw documentFault('broken_file', `Page ${number} of the PDF is broken.`);
  });
  const { items } = await page.getTextContent();
  page.cleanup();
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , c, d, , y] = item.transform as number[];
    line ??= { text: '', fontSize: 0, y };
    line.text += item.str.replaceAll('\0', ''); // databases refuse NUL
    if (item.str.trim() !== '') line.fontSize = Math.max(line.fontSize, Math.hypot(c, d));
    if (!item.hasEOL) continue;
    lines.push(line);
    line = undefined;
  }
  return (line ? [...lines, line] : lines).filter(({ text }) => text.trim() !== '');
}

/** Returns the font size of most characters. */
function commonFontSize(lines: Line[]): number {
  const characters = new Map<number, number>();
  for (const { fontSize, text } of lines) {
    const size = Math.round(fontSize * 2) / 2;
    characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function textOf(lines: Line[], bodySize: number): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const heading = headingMarks(line, bodySize);
    const above = lines[index - 1];
    const isApart = heading !== '' || (above && (headingMarks(above, bodySize) !== '' || gapBefore(line, above)));
    text = isApart ? `${text}\n\n${heading}${line.text.trim()}` : joinLines(text, line.text.trim());
  }
  return text;
}

function headingMarks({ text, fontSize }: Line, bodySize: number): string {
  if (fontSize < bodySize * 1.15 || text.length > 120) return '';
  return fontSize >= bodySize * 1.6 ? '# ' : '## ';
}

function gapBefore(line: Line, above: Line): boolean {
  const distance = above.y - line.y;
  return distance < 0 || distance > 1.7 * Math.max(line.fontSize, above.fontSize);
}

/** Joins a word that was hyphenated at the end of the line. */
function joinLines(text: string, next: string): string {
  if (text === '') return next;
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text}\n${next}`;
}
