import { readFile } from 'node:fs/promises';
import type { ServiceError } from '../../../../errors.ts';
import { chunksOf, type Layout } from '../../chunking/chunks.ts';
import { digestChunks } from '../digest.ts';
import { documentFault, type ReadDocument, type ReadRequest } from '../messages.ts';
import { withoutTerminalMarks } from '../terminal-marks.ts';
import { csvToLines } from './csv.ts';
import { decodeText } from './decode.ts';
import { docxToMarkdown } from './docx.ts';
import { htmlToMarkdown } from './html.ts';
import { pdfToMarkdown } from './pdf.ts';

/** Maximum UTF-16 units of a text, about four thousand pages. */
const mostText = 10_000_000;
const mostPassages = 20_000;

/** The text of a document, whatever its file format. */
interface ReadText {
  text: string;
  layout: Layout;
  title: string | undefined;
}

/**
 * Reads a document of any format and splits it into chunks.
 * @throws ServiceError `unreadable_document`
 */
export async function readDocument({ source, format, language, name, title }: ReadRequest): Promise<ReadDocument> {
  const read = 'text' in source ? readText(source.text, format) : await readBytes(await readFile(source.path), format);
  const { layout } = read;
  const text = withoutTerminalMarks(read.text);
  if (text.trim() === '') throw documentFault('no_text', 'The document contains no text.');
  if (text.length > mostText)
    throw documentFault('too_much_text', `The document contains more than ${mostText} characters; split it.`);
  const chunks = chunksOf(text, layout);
  if (chunks.length > mostPassages) throw tooManyPassages(format);
  const heading = title ?? read.title;
  const digest = { title: heading ?? name, language, hasPages: format === 'pdf' };
  return { text, title: heading, chunks: digestChunks(text, chunks, digest) };
}

function tooManyPassages(format: string): ServiceError {
  const advice = format === 'csv' ? 'so many rows are better uploaded as a table' : 'split it';
  return documentFault('too_many_passages', `The document has more than ${mostPassages} passages; ${advice}.`);
}

async function readBytes(bytes: Buffer, format: ReadRequest['format']): Promise<ReadText> {
  if (format === 'pdf')
    return { text: await pdfToMarkdown(new Uint8Array(bytes)), layout: 'markdown', title: undefined };
  if (format === 'docx') return { text: await docxToMarkdown(bytes), layout: 'markdown', title: undefined };
  return readText(decodeText(bytes), format);
}

/** Reads a file that is text already. */
function readText(text: string, format: ReadRequest['format']): ReadText {
  if (format === 'html') return { ...htmlToMarkdown(text), layout: 'markdown' };
  if (format === 'csv') return { text: csvToLines(text), layout: 'lines', title: undefined };
  return { text, layout: format === 'text' ? 'text' : 'markdown', title: undefined };
}
