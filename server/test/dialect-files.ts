import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import type { FileOptions, JsonValue } from '../src/platform/data/types.ts';

/** A file as some program writes it, with its rows. */
export interface DialectFile {
  name: string;
  content: Buffer;
  options: FileOptions;
  rows: JsonValue[][];
  /** Codes of the expected warnings. */
  warnings: string[];
}

export const columnNames = ['id', 'city', 'price', 'day', 'note'];

const cities = ['Rome', 'New York', 'Oslo', 'San José', 'Bern', "L'Aquila", 'Kyiv', 'Lima', 'Quito', 'Bonn'];
const notes = ['', 'good', 'a, b; c', 'two | three', 'say "yes"', '#1 place', 'plain', "it's", 'x', 'tab\there'];

function truth(plain: boolean, count = 12): JsonValue[][] {
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    plain ? ['Rome', 'Oslo', 'Bern', 'Lima'][index % 4] : cities[index % cities.length],
    index * 2.5 + 0.25,
    `2024-0${1 + (index % 9)}-1${index % 9}`,
    plain ? ['good', 'bad', 'fair'][index % 3] : notes[index % notes.length] || null,
  ]);
}

type Quoting = 'needed' | 'all' | 'texts' | 'single';

interface Manner {
  delimiter: string;
  quoting: Quoting;
  newline?: string;
  decimalComma?: boolean;
  plain?: boolean;
  header?: boolean;
}

function cellText(value: JsonValue, { delimiter, quoting, decimalComma }: Manner): string {
  const isText = typeof value === 'string' && !/^\d{4}-/.test(value);
  const text = value === null ? '' : decimalComma ? String(value).replace(/^(\d+)\.(\d+)$/, '$1,$2') : String(value);
  const mark = quoting === 'single' ? "'" : '"';
  const needs =
    text.includes(delimiter) || text.includes(mark) || /[\r\n]/.test(text) || (delimiter === ' ' && text === '');
  if (quoting === 'all' || quoting === 'single' || (quoting === 'texts' && isText) || needs)
    return `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
  return text;
}

function write(rows: readonly JsonValue[][], manner: Manner): string {
  const all = manner.header === false ? rows : [columnNames, ...rows];
  const newline = manner.newline ?? '\n';
  return all.map((row) => row.map((cell) => cellText(cell, manner)).join(manner.delimiter) + newline).join('');
}

function file(
  name: string,
  content: string | Buffer,
  rows: JsonValue[][],
  warnings: string[] = [],
  options: FileOptions = {},
) {
  return { name, content: Buffer.from(content), rows, warnings, options } satisfies DialectFile;
}

/** Delimiters, quotes, line ends and decimal marks in every combination. */
function* marks(): Generator<DialectFile> {
  for (const delimiter of [',', ';', '\t', '|', '^', '~', '::', '||'])
    for (const quoting of ['needed', 'all', 'texts', 'single'] as const)
      for (const newline of ['\n', '\r\n', '\r']) {
        const rows = truth(false);
        const name = `${JSON.stringify(delimiter)}, quotes ${quoting}, ${JSON.stringify(newline)}`;
        const warnings = quoting === 'single' ? ['single_quotes'] : [];
        yield file(name, write(rows, { delimiter, quoting, newline }), rows, warnings);
      }
  for (const delimiter of [';', '\t', '|'])
    yield file(
      `decimal commas, ${delimiter}`,
      write(truth(false), { delimiter, quoting: 'needed', decimalComma: true }),
      truth(false),
    );
  for (const delimiter of [' ', ':', '  '])
    yield file(
      `plain cells, "${delimiter}"`,
      write(truth(true), { delimiter, quoting: 'needed', plain: true }),
      truth(true),
    );
}

/** Variants of the text around the rows of a file. */
function* surroundings(): Generator<DialectFile> {
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = truth(false);
    const text = write(rows, { delimiter, quoting: 'needed' });
    const called = (what: string) => `${what}, ${JSON.stringify(delimiter)}`;
    const line = (...cells: unknown[]) => `${cells.join(delimiter)}\n`;
    const sum = rows.reduce((total, [, , price]) => total + Number(price), 0);
    yield file(called('a title'), `Prices of homes 2024\n\n${text}`, rows, ['title_rows']);
    yield file(
      called('padded titles'),
      line('Prices of homes', '', '', '', '') + line('', '', '', '', '') + text,
      rows,
      ['title_rows'],
    );
    yield file(called('a total'), text + line('Total', '', sum, '', ''), rows, ['total_rows']);
    yield file(called('a note'), `${text}\nSource: the city of Rome\n`, rows, ['note_rows']);
    yield file(called('comments'), `# made by a program\n# in 2024\n${text}`, rows, ['comment_lines']);
    yield file(called('a separator line'), `sep=${delimiter}\r\n${text}`, rows, ['separator_line']);
    yield file(called('blank lines'), `\n\n${text.replace('\n3', '\n\n3')}\n\n`, rows);
    yield file(called('a delimiter too many in rows'), text.replace(/(\n[^\n]+)(?=\n)/g, `$1${delimiter}`), rows, [
      'extra_cells',
    ]);
    yield file(called('a byte order mark'), `\ufeff${text}`, rows);
    yield file(called('mixed line ends'), text.replace(/\n(?=[2468])/g, '\r\n'), rows);
    yield file(called('no header'), write(rows, { delimiter, quoting: 'needed', header: false }), rows, [
      'header_absent',
    ]);
    yield file(called('gzip'), gzipSync(text), rows);
    yield file(called('UTF-16'), Buffer.from(`\ufeff${text}`, 'utf16le'), rows);
    yield file(called('skipped lines'), `junk ${delimiter} "\nmore\n${text}`, rows, ['skipped_rows'], { skipRows: 2 });
    yield file(called('a header said by line'), `a${delimiter}b\nc\n${text}`, rows, ['skipped_rows'], { headerRow: 3 });
  }
}

function* encodings(): Generator<DialectFile> {
  const words: Record<string, string[]> = {
    'windows-1250': ['Łódź', 'Kraków', 'Gdańsk', 'Poznań', 'Wrocław', 'Częstochowa', 'Rzeszów'],
    'windows-1251': ['Москва', 'Казань', 'Уфа', 'Омск', 'Самара'],
    'windows-1252': ['München', 'Köln', 'Besançon', 'Málaga', 'Tromsø'],
    shift_jis: ['東京', '大阪', '名古屋', '札幌', 'さいたま'],
    'euc-jp': ['東京', '大阪', '名古屋', '札幌', 'さいたま'],
    gb18030: ['北京', '上海', '广州', '深圳'],
  };
  for (const [encoding, names] of Object.entries(words)) {
    const rows = truth(true).map(([id, , ...rest], index) => [id, names[index % names.length], ...rest]);
    const content = iconv.encode(write(rows, { delimiter: ',', quoting: 'needed' }), encoding);
    yield file(`guessed ${encoding}`, content, rows, ['encoding_guessed']);
    yield file(`said ${encoding}`, content, rows, [], { encoding });
  }
}

function* others(): Generator<DialectFile> {
  const rows = truth(false);
  const plain = truth(true);
  const widths = [6, 12, 10, 14, 8];
  const fixed = (row: readonly JsonValue[]) =>
    row
      .map((cell, index) => String(cell ?? '').padEnd(widths[index]))
      .join('')
      .trimEnd();
  const spaced = plain.map((row, index) => [
    row[0],
    index % 2 ? 'New York' : 'Rome',
    row[2],
    row[3],
    index % 3 ? row[4] : null,
  ]);
  yield file('fixed width', `${[columnNames, ...spaced].map(fixed).join('\n')}\n`, spaced, ['fixed_width']);
  yield file(
    'backslashes',
    write(rows, { delimiter: ',', quoting: 'all' }).replaceAll('""yes""', '\\"yes\\"').replaceAll('yes"""', 'yes\\""'),
    rows,
    ['backslash_escapes'],
  );
  const songs = ["'Heroes'", "'Round Midnight", "Ain't It Fun", "Rock 'n' Roll", "'39", 'Help'];
  const sung = plain.map(([id, , ...rest], index) => [id, songs[index % songs.length], ...rest]);
  for (const delimiter of [',', ';', '\t', '|'])
    yield file(`songs, ${delimiter}`, write(sung, { delimiter, quoting: 'needed' }), sung);
}

export const dialectFiles: readonly DialectFile[] = [...marks(), ...surroundings(), ...encodings(), ...others()];
