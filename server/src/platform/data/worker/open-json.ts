import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import { readHead } from '../read-head.ts';
import { readTextLines } from '../text-lines.ts';
import type { FileOptions, TableWarning } from '../types.ts';
import { quoteName, quoteText, readObjects } from './duckdb.ts';
import { nameColumns } from './name-columns.ts';
import { openAsUtf8 } from './open-text.ts';
import type { OpenedText } from './text-source.ts';

type JsonFormat = 'json' | 'ndjson';

/**
 * Opens a JSON array of objects, or one object per line. Columns are all keys in the order of their first appearance; a
 * missing key is no value. Strings are read like CSV cells; nested values become JSON.
 */
export async function openJson(
  connection: DuckDBConnection,
  givenPath: string,
  scratchPath: string,
  format: JsonFormat,
  options: FileOptions,
): Promise<OpenedText> {
  const { path, encoding, warnings } = await openAsUtf8(givenPath, options.encoding, scratchPath);
  if (format === 'json') await requireArray(path);
  try {
    const { keys, firstRows, rowCount } = await findKeys(connection, path, format);
    const names = nameColumns(keys, { renames: true });
    const isNamed = names.every((name, index) => name === keys[index]);
    if (!isNamed) await refuseTwice(connection, path, format);
    const from = isNamed ? readKeys(path, format, names) : pickKeys(path, format, keys, names);
    await connection.run(`SELECT ${names.map((name) => `count(${quoteName(name)})`).join(', ')} FROM ${from}`);
    const locateRow = (row: number) => placeOfRow(path, format, row);
    const cells = names.map((name, index) => jsonCellSql(quoteName(name), index));
    const fields = names.map((_, index) => `c${index}`);
    const typed = names.map((_, index) => `k${index}`);
    const unfolded = `(SELECT ${cells.join(', ')} FROM ${from})`;
    const dialect = { format, encoding };
    const told = [...warnings, ...keyWarnings(keys, names)];
    return { from: unfolded, names, fields, typed, firstRows, rowCount, dialect, warnings: told, locateRow };
  } catch (error) {
    throw await explainFailure(connection, error as Error, path, format);
  }
}

function fileArguments(path: string, format: JsonFormat): string {
  return `${quoteText(path)}, format='${format === 'json' ? 'array' : 'nd'}'`;
}

function readKeys(path: string, format: JsonFormat, keys: readonly string[]): string {
  const columns = keys.map((key) => `${quoteText(key)}: 'JSON'`);
  return `read_json(${fileArguments(path, format)}, records=true, columns={${columns.join(', ')}})`;
}

/** Reads keys that are no names in SQL: blank ones, and those that differ only in case. */
function pickKeys(path: string, format: JsonFormat, keys: readonly string[], names: readonly string[]): string {
  const values = keys.map((key, index) => `json -> ${quoteText(pointerTo(key))} AS ${quoteName(names[index])}`);
  return `(SELECT ${values.join(', ')} FROM read_json_objects(${fileArguments(path, format)}))`;
}

function pointerTo(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function keyWarnings(keys: readonly string[], names: readonly string[]): TableWarning[] {
  return names.flatMap((column, index) => {
    const [key, quoted] = [keys[index], JSON.stringify(keys[index])];
    if (key.trim() === '')
      return [
        { code: 'column_named', column, detail: `The key ${quoted} is blank; its column is called "${column}".` },
      ];
    const detail = `Two keys differ only in case; the later one, ${quoted}, is called "${column}".`;
    return key === column ? [] : [{ code: 'column_renamed', column, detail }];
  });
}

/**
 * SQL of a string without quotes, or of another value as written, and of whether it is a number or boolean, which needs
 * no reading.
 */
function jsonCellSql(field: string, index: number): string {
  const text = `${field}::VARCHAR`;
  return (
    `CASE WHEN ${text} = 'null' THEN NULL WHEN starts_with(${text}, '"') THEN ${field} ->> '$' ELSE ${text} END AS c${index}, ` +
    `coalesce(regexp_matches(${text}, '^[-0-9tf]'), false) AS k${index}`
  );
}

async function requireArray(path: string): Promise<void> {
  const head = (await readHead(path, 4096)).toString('utf8').trimStart();
  if (head.startsWith('[')) return;
  if (head === '') throw fileFault('empty_file', 'The file has only blanks; a table is a JSON array of rows.');
  throw fileFault('not_an_array', 'The JSON is not an array; send a list of rows such as [{"sqft": 823}].');
}

async function findKeys(connection: DuckDBConnection, path: string, format: JsonFormat) {
  const rows = `SELECT json, row_number() OVER () - 1 AS n FROM read_json_objects(${fileArguments(path, format)})`;
  const [{ count, stranger }] = await readObjects(
    connection,
    `SELECT count(*)::INTEGER AS count, min(n) FILTER (json_type(json) <> 'OBJECT')::INTEGER AS stranger FROM (${rows})`,
  );
  if (typeof stranger === 'number') {
    const { words, pointer } = await placeOfRow(path, format, stranger);
    throw fileFault(
      'not_an_object',
      `${words} is not a JSON object; every row is one, such as {"sqft": 823}.`,
      pointer,
    );
  }
  if (count === 0) throw fileFault('no_columns', 'The file has no rows; without rows a JSON table has no columns.');
  const keys = await readObjects(
    connection,
    `SELECT key, min(n)::DOUBLE AS first FROM (SELECT unnest(json_keys(json)) AS key, unnest(range(len(json_keys(json)))) AS place, n FROM (${rows}))
     GROUP BY key ORDER BY min(n * 100000 + place)`,
  );
  return {
    keys: keys.map(({ key }) => String(key)),
    firstRows: keys.map(({ first }) => Number(first)),
    rowCount: Number(count),
  };
}

async function placeOfRow(path: string, format: JsonFormat, row: number) {
  if (format === 'json') return { words: `Row ${row + 1}`, pointer: `/${row}` };
  let line = 0;
  let seen = -1;
  for await (const text of readTextLines(createReadStream(path))) {
    line += 1;
    if (text.trim() !== '') seen += 1;
    if (seen === row) break;
  }
  return { words: `Line ${line}`, pointer: `/line/${line}` };
}

/** Refuses the first row that has a key twice. */
async function refuseTwice(connection: DuckDBConnection, path: string, format: JsonFormat): Promise<void> {
  const rows = `SELECT json_keys(json) AS keys, row_number() OVER () - 1 AS n FROM read_json_objects(${fileArguments(path, format)})`;
  const [found] = await readObjects(
    connection,
    `SELECT n::DOUBLE AS n, key FROM (SELECT n, unnest(keys) AS key FROM (${rows}) WHERE len(keys) > len(list_distinct(keys)))
     GROUP BY n, key HAVING count(*) > 1 ORDER BY n, key LIMIT 1`,
  );
  if (!found) return;
  const { words, pointer } = await placeOfRow(path, format, Number(found.n));
  const key = JSON.stringify(String(found.key).slice(0, 80));
  throw fileFault('duplicate_key', `${words} has the key ${key} twice; a row has each key once.`, pointer);
}

/** DuckDB counts bytes and records; people need a line. */
async function explainFailure(
  connection: DuckDBConnection,
  error: Error,
  path: string,
  format: JsonFormat,
): Promise<Error> {
  if (error.name === 'ServiceError') return error;
  if (/has duplicate key/.test(error.message))
    return refuseTwice(connection, path, format).then(
      () => error,
      (fault: Error) => fault,
    );
  if (/maximum_object_size/.test(error.message)) {
    return fileFault('cell_too_large', 'A row is longer than 16 MiB, the most that a row may take.');
  }
  if (!/Malformed JSON|JSON/.test(error.message)) return error;
  const broken = format === 'json' ? await findBreakInArray(path) : await findBrokenLine(path);
  if (broken === undefined) {
    const reason = error.message.split('\n')[0].replaceAll(path, 'the file').slice(0, 200);
    return fileFault('broken_json', `The JSON cannot be read: ${reason}`);
  }
  const { line, half } = broken;
  if (half !== undefined) {
    const detail = `Line ${line} has ${half}, which is one half of a pair of surrogates and no character.`;
    return fileFault('broken_json', detail, `/line/${line}`);
  }
  const hint = format === 'json' ? '' : ' A row takes one line.';
  return fileFault('broken_json', `Line ${line} is not valid JSON.${hint}`, `/line/${line}`);
}

interface Broken {
  line: number;
  /** An escape such as `\ud800` without its other half, which JavaScript takes. */
  half?: string;
}

async function findBrokenLine(path: string): Promise<Broken | undefined> {
  let line = 0;
  for await (const text of readTextLines(createReadStream(path))) {
    line += 1;
    const broken = text.trim() === '' ? undefined : breakIn(text);
    if (broken) return { line, half: broken.half };
  }
  return undefined;
}

async function findBreakInArray(path: string): Promise<Broken | undefined> {
  if ((await stat(path)).size > 64 * 1024 * 1024) return undefined;
  const text = await readFile(path, 'utf8');
  const broken = breakIn(text);
  return broken && { line: text.slice(0, broken.offset).split('\n').length, half: broken.half };
}

const escapes = /\\u(d[89ab]..)(?:\\u(d[c-f]..))?|\\u(d[c-f]..)|\\./gi;

/** Returns the offset of a JSON error; the end of the text when it is incomplete. */
function breakIn(text: string): { offset: number; half?: string } | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message);
    return { offset: position ? Number(position[1]) : text.length };
  }
  for (const { index, 0: half, 1: high, 2: low, 3: alone } of text.matchAll(escapes))
    if (alone || (high && !low)) return { offset: index, half };
  return undefined;
}
