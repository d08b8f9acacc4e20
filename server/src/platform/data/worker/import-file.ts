import { stat } from 'node:fs/promises';
import { usualReading } from '@sibyl/engine/readings/reading.ts';
import { fileFault } from '../faults.ts';
import type {
  AppendRequest,
  ColumnProfile,
  ImportRequest,
  ImportResult,
  TableColumn,
  TablePart,
  TableWarning,
} from '../types.ts';
import { type EngineLimits, openEngine } from './duckdb.ts';
import { openSource } from './open-source.ts';
import { profileParts } from './profile-parts.ts';
import { warnOfGroups } from './warn-of-groups.ts';
import { warnOfNested } from './warn-of-nested.ts';
import { warnOfSpellings } from './warn-of-spellings.ts';
import { writeParquet } from './write-parquet.ts';

/**
 * Converts one file to a typed Parquet file. On failure the caller deletes `outputPath` and temporary files beside it.
 */
export function importFile(request: ImportRequest, limits: EngineLimits): Promise<ImportResult> {
  return convert(request, limits, undefined, []);
}

/**
 * Does the same for rows that are appended to a table. `rowCount` and `byteSize` are the new part's, `columns` those of
 * all parts.
 */
export function appendFile(request: AppendRequest, limits: EngineLimits): Promise<ImportResult> {
  return convert(request, limits, request.columns, request.parts);
}

async function convert(
  request: ImportRequest,
  limits: EngineLimits,
  table: readonly TableColumn[] | undefined,
  parts: readonly TablePart[],
): Promise<ImportResult> {
  using engine = await openEngine(limits);
  const { connection } = engine;
  try {
    const source = await openSource(connection, request, limits, table);
    const part = await writeParquet(connection, source, request.outputPath);
    const columns = source.columns.map(({ name, type, reading }) => ({
      name,
      type,
      reading: reading ?? usualReading(type),
    }));
    const profiles = await profileParts(connection, [...parts, part], columns);
    const { size } = await stat(part.path);
    const { dialect } = source;
    const groups = table ? [] : await warnOfGroups(connection, part, profiles);
    const nested = table ? [] : warnOfNested(profiles);
    const spellings = await warnOfSpellings(connection, part, profiles);
    const warnings = [...source.warnings, ...groups, ...nested, ...spellings, ...warnOfLongIntegers(profiles)];
    return { rowCount: part.rowCount, byteSize: size, columns: profiles, dialect, warnings };
  } catch (error) {
    throw explain(error as Error, request.path, request.outputPath);
  }
}

/** A double holds integers up to 2^53; larger ones are strings in JSON. */
function warnOfLongIntegers(columns: readonly ColumnProfile[]): TableWarning[] {
  return columns.flatMap(({ name, type, min, max }) => {
    const long = type === 'integer' ? [max, min].find((bound) => typeof bound === 'string') : undefined;
    if (long === undefined) return [];
    const detail = `Column "${name}" has integers beyond 2^53, such as ${long}: SQL and answers hold them exactly, a model rounds them to the nearest double; write them as text where they are codes.`;
    return [{ code: 'long_integers', column: name, detail }];
  });
}

/** DuckDB's errors about content are the file's fault; a full disk or an internal error is not. */
function explain(error: Error, ...paths: string[]): Error {
  const [first] = error.message.split('\n');
  if (/^Out of Memory Error/.test(first)) {
    return fileFault('unreadable', 'Reading the file takes more memory than an import may use.');
  }
  if (!/^(Invalid Input|Conversion|Invalid|Out of Range|Not implemented|Serialization) Error/.test(first)) return error;
  const message = paths.reduce((text, path) => text.replaceAll(path, 'the file'), first);
  return fileFault('unreadable', `The file cannot be read: ${message.slice(0, 300)}`);
}
