import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import { fileFault } from '../faults.ts';
import { beginsBinary, markBytes } from '../file-marks.ts';
import { readHead } from '../read-head.ts';
import type { TableWarning } from '../types.ts';
import { detectByMark, escapedEncoding, isDamagedUtf8, openDecoder } from './detect-encoding.ts';
import { type GuessedEncoding, guessEncoding } from './guess-encoding.ts';

const headBytes = 64 * 1024;
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

export interface OpenedBytes {
  /** A UTF-8 copy without byte order mark, or the file itself if it is already that. */
  path: string;
  encoding: string;
  /** Whether it began with the byte order mark of UTF-8. */
  hasMark?: boolean;
  warnings: TableWarning[];
}

/**
 * Converts a text file to UTF-8. The encoding is the given one, or that of a byte order mark or of the pattern of zero
 * bytes, or UTF-8 if nearly all bytes fit, or `stored` (the table's own), or the likeliest by its letters, which is reported
 * as a guess. Refuses binary files and NUL bytes.
 */
export async function openAsUtf8(
  path: string,
  requested: string | undefined,
  scratchPath: string,
  stored?: string,
): Promise<OpenedBytes> {
  const head = await readHead(path, headBytes);
  if (head.length === 0) throw fileFault('empty_file', 'The file is empty; a table has at least one line.');
  if (requested === undefined) refuseKnown(head);
  const encoding = requested === undefined ? detectByMark(head) : knownEncoding(requested, head);
  if (encoding !== 'utf-8') return transcode(path, encoding, scratchPath);
  refuseBinary(head);
  const hasMark = head.subarray(0, 3).equals(utf8Mark);
  const problem = await findBadBytes(path);
  if (problem === undefined)
    return hasMark ? { ...(await transcode(path, 'utf-8', scratchPath)), hasMark } : { path, encoding, warnings: [] };
  if (problem.kind === 'nul') throw nulByte(problem.line);
  if (requested !== undefined || hasMark) {
    const detail = `Line ${problem.line} is not valid UTF-8; set encoding.`;
    throw fileFault('wrong_encoding', detail, `/line/${problem.line}`);
  }
  if (await isDamagedUtf8(path)) {
    const opened = await transcode(path, 'utf-8', scratchPath);
    return { ...opened, warnings: await undecodedWarnings(scratchPath, 'utf-8') };
  }
  if (stored !== undefined && stored !== 'utf-8') return transcode(path, stored, scratchPath);
  const guess = await guessEncoding(path);
  const opened = await transcode(path, guess.encoding, scratchPath);
  return { ...opened, warnings: [await guessedWarning(scratchPath, guess, problem.line), ...opened.warnings] };
}

async function guessedWarning(path: string, guess: GuessedEncoding, line: number): Promise<TableWarning> {
  const { encoding, other } = guess;
  const example = await exampleOfLetters(path);
  const next = other ? ` In ${other.encoding} it had ${JSON.stringify(other.example.slice(0, 40))}.` : '';
  const detail = `The file is not UTF-8; judging by its letters, it was read as ${encoding} (line ${line}, such as ${JSON.stringify(example)}).${next} Set encoding if that is wrong.`;
  return { code: 'encoding_guessed', detail, line };
}

async function exampleOfLetters(path: string): Promise<string> {
  const text = (await readHead(path, 1 << 20)).toString('utf8');
  return /[^\s,;|"]{0,20}[^\p{ASCII}][^\s,;|"]{0,40}/u.exec(text)?.[0].slice(0, 40) ?? '';
}

function knownEncoding(requested: string, head: Buffer): string {
  // A byte order mark decides when the given name leaves the byte order open.
  if (/^utf-?16$/i.test(requested)) return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-16le';
  if (/^utf-?8$/i.test(requested)) return 'utf-8';
  if (iconv.encodingExists(requested) && !/^(?:base64|hex|binary|internal)$/i.test(requested))
    return requested.toLowerCase();
  const detail = `encoding: "${requested}" is not known; utf-8, utf-16, windows-1252, latin1, cp850 and shift_jis are, among others.`;
  throw fileFault('invalid_option', detail);
}

const asParquet = 'save it as Parquet or CSV';

/** Before version 13 its release, the order of bytes, and a one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes distinguish binary files
const stata = /^<stata_dta>|^[\x69-\x73][\x01\x02]\x01\0/;

/** What files of other kinds begin with; `letters` of which a text may have a column. */
const signatures: readonly [bytes: string | RegExp | { letters: string }, name: string][] = [
  ['PK\x03\x04', 'a ZIP archive without an Excel workbook in it; unpack it first'],
  ['\xd0\xcf\x11\xe0', 'an old or encrypted Excel workbook; save it as .xlsx without a password, or as CSV'],
  ['%PDF-', 'a PDF document'],
  ['SQLite format 3\0', 'an SQLite database'],
  [{ letters: 'PAR1' }, 'a Parquet file; send it as one'],
  ['\x28\xb5\x2f\xfd', 'packed with zstd; unpack it, or pack it with gzip'],
  [/^BZh[1-9]1AY/, 'packed with bzip2; unpack it, or pack it with gzip'],
  ['\xfd7zXZ', 'packed with xz; unpack it, or pack it with gzip'],
  ['7z\xbc\xaf', 'a 7-Zip archive; unpack it first'],
  ['\x1f\x8b', 'packed with gzip twice; unpack it once'],
  ['Rar!\x1a\x07', 'a RAR archive; unpack it first'],
  ['ARROW1\0', `an Arrow (Feather) file; ${asParquet}`],
  ['FEA1\0', `a Feather file; ${asParquet}`],
  [{ letters: 'ORC' }, `an ORC file; ${asParquet}`],
  ['Obj\x01', `an Avro file; ${asParquet}`],
  ['\x89HDF', `an HDF5 file; ${asParquet}`],
  ['\x93NUMPY', 'a NumPy array; save it as CSV'],
  [stata, `a Stata file; ${asParquet}, in pandas by read_stata and to_parquet`],
  [/^\$FL[23]@\(#\)/, `an SPSS file; ${asParquet}, in pandas by read_spss and to_parquet`],
  ['\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60', `a SAS file; ${asParquet}, in pandas by read_sas and to_parquet`],
  ['HEADER RECORD***', `a SAS transport file; ${asParquet}, in pandas by read_sas and to_parquet`],
  [{ letters: 'RDX2\n' }, 'data of R; save the data frame by write.csv'],
  [{ letters: 'RDX3\n' }, 'data of R; save the data frame by write.csv'],
  ['X\n\0\0\0', 'data of R; save the data frame by write.csv'],
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
];

/** Texts have few kinds of control characters, though maybe many: U+001A stands for each letter that was lost. */
const mostControls = 3;

/** Refuses what begins as files of another kind do; zero bytes in them may look like UTF-16. */
function refuseKnown(head: Buffer): void {
  const start = head.toString('latin1', 0, markBytes);
  const known = signatures.find(([bytes]) => beginsAs(bytes, start));
  if (known) throw fileFault('not_text', `The file is ${known[1]}.`);
}

function beginsAs(bytes: (typeof signatures)[number][0], start: string): boolean {
  if (typeof bytes === 'string') return start.startsWith(bytes);
  return bytes instanceof RegExp ? bytes.test(start) : beginsBinary(bytes.letters, start);
}

function refuseBinary(head: Buffer): void {
  refuseKnown(head);
  const text = head.toString('latin1');
  const escaped = escapedEncoding(head);
  if (escaped) throw fileFault('not_text', `The file is written in ${escaped}, which is not read; save it as UTF-8.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary from text
  const controls = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g) ?? [];
  if (controls.length > Math.max(8, head.length / 100) && new Set(controls).size > mostControls)
    throw fileFault(
      'not_text',
      'The file is binary; a table is text or Parquet. Set encoding if it is text, such as encoding=utf-16le.',
    );
}

interface BadBytes {
  kind: 'nul' | 'encoding';
  line: number;
}

/** Returns the line of the first NUL byte or invalid UTF-8 sequence. */
async function findBadBytes(path: string): Promise<BadBytes | undefined> {
  let carried: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes));
    if (whole.includes(0)) return { kind: 'nul', line: line + countLines(whole.subarray(0, whole.indexOf(0))) };
    if (!isUtf8(whole)) return { kind: 'encoding', line: line + firstBadLine(whole) };
    line += countLines(whole);
    carried = bytes.subarray(whole.length);
  }
  return carried.length > 0 ? { kind: 'encoding', line } : undefined;
}

/** Returns the number of bytes at the end that start a character continued in the next chunk. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Counts line ends: LF, CRLF and CR. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) if (bytes[at + 1] !== 10) count += 1;
  return count;
}

function firstBadLine(bytes: Buffer): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, middle - unfinishedBytes(bytes.subarray(0, middle))))) good = middle;
    else bad = middle;
  }
  return countLines(bytes.subarray(0, good));
}

async function transcode(path: string, encoding: string, scratchPath: string): Promise<OpenedBytes> {
  const decode = (chunks: AsyncIterable<Buffer>) => decodeChunks(chunks, encoding);
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), decode, createWriteStream(scratchPath));
  const head = await readHead(scratchPath, headBytes);
  if (head.length === 0) throw fileFault('empty_file', 'The file is empty; a table has at least one line.');
  refuseBinary(head);
  const problem = await findBadBytes(scratchPath);
  if (problem?.kind === 'nul') throw nulByte(problem.line);
  const warnings = encoding === 'utf-8' ? [] : await undecodedWarnings(scratchPath, encoding);
  return { path: scratchPath, encoding, warnings };
}

const replacement = Buffer.from('\ufffd');
const mostLines = 10;

async function undecodedWarnings(path: string, encoding: string): Promise<TableWarning[]> {
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(replacement); at >= 0; at = chunk.indexOf(replacement, from)) {
      line += countLines(chunk.subarray(from, at));
      from = at + replacement.length;
      count += 1;
      if (lines.at(-1) !== line && lines.length < mostLines) lines.push(line);
    }
    line += countLines(chunk.subarray(from));
  }
  if (count === 0) return [];
  const where =
    lines.length === 1
      ? `Line ${lines[0]} has`
      : `Lines ${lines.join(', ')}${lines.length === mostLines ? ' and maybe more' : ''} have`;
  const detail = `${where} bytes that are invalid in ${encoding}; they were read as \ufffd (${count === 1 ? 'once' : `${count} times`}). Set encoding if the file is written in another one.`;
  return [{ code: 'undecodable_bytes', detail, line: lines[0] }];
}

/** The decoder keeps the start of a character that is split between chunks. A byte order mark is dropped. */
async function* decodeChunks(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = openDecoder(encoding);
  if (!/^(?:shift_?jis|sjis|cp932|windows-?31j)$/i.test(encoding)) {
    for await (const chunk of chunks) yield decoder.write(chunk);
    yield decoder.end();
    return;
  }
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1 || text.length;
    rest = text.slice(end);
    yield withYen(text.slice(0, end));
  }
  yield withYen(rest + decoder.end());
}

/** In Japanese code pages the backslash is the yen sign: before an amount it means yen. */
function withYen(text: string): string {
  return text.replace(/(?<=^|[\s,;"'|(-])\\(?=\s?-?\d)/gm, '¥');
}

function nulByte(line: number): Error {
  return fileFault(
    'nul_byte',
    `Line ${line} has a NUL byte; text has none. Set encoding if the file is in UTF-16 or UTF-32, such as encoding=utf-16le.`,
    `/line/${line}`,
  );
}
