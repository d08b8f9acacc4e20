import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import { parseJsonBody } from '../../http/request/json-body.ts';
import { announcedBytes, type SpooledUpload, withSpooledUpload } from '../../http/request/uploads.ts';
import { compileCheck } from '../../http/request/validation.ts';
import type { FileFormat } from '../../platform/data/types.ts';
import { requireProject } from '../projects/service.ts';
import { openRoom } from '../projects/stored-bytes.ts';
import type { TableServices } from './context.ts';
import { formatOfType } from './media-types.ts';
import { statedBlanks, statedColumns, statedTypes, uploadFields } from './schemas.ts';
import type { SpooledFile } from './upload.ts';

/** An uploaded file on disk, with the options of its query string or form. */
export interface Upload extends SpooledFile {
  /** Name from the form, the query or the file name; undefined when none is given. */
  name: string | undefined;
  /** Whether it replaces an existing table of that name. */
  replaces: boolean;
}

/** Runs `use` with an uploaded file, and deletes the file afterwards. `query` holds its options, as its form may. */
export async function withUpload<Result>(
  ctx: Caller & Pick<TableServices, 'database' | 'limits' | 'temporaryDirectory'>,
  projectName: string,
  request: FastifyRequest,
  use: (upload: Upload) => Promise<Result>,
  query = request.query as object,
): Promise<Result> {
  const { id } = await requireProject(ctx, projectName);
  const limit = { name: 'upload_bytes', value: ctx.limits.of(id).upload_bytes } as const;
  using room = await openRoom(ctx, { id }, announcedBytes(request));
  const options = { folder: ctx.temporaryDirectory, limit, take: room.take };
  return await withSpooledUpload(request, options, async (spooled) =>
    use({ ...uploadOf(spooled, query), maxBytes: limit.value }),
  );
}

const checkFields = compileCheck(uploadFields, 'text');
const checkTypes = compileCheck(statedTypes, 'json');
const checkColumns = compileCheck(statedColumns, 'json');
const checkBlanks = compileCheck(statedBlanks, 'json');

function uploadOf({ path, fileName, mediaType, fields }: SpooledUpload, query: object): Omit<Upload, 'maxBytes'> {
  const {
    name,
    replace = false,
    format,
    types,
    blanks,
    columns,
    date_order,
    skip_rows,
    header_row,
    ...plain
  } = checkFields({
    ...query,
    ...fields,
  });
  return {
    path,
    name: name ?? nameOf(fileName),
    replaces: replace,
    // A form's content type is often wrong, and a raw body has no file name.
    format: format ?? (fileName === undefined ? formatOfType[mediaType] : formatOfName(fileName)),
    options: {
      ...plain,
      dateOrder: date_order,
      skipRows: skip_rows,
      headerRow: header_row,
      types: readJsonField('/types', types, checkTypes, 'a JSON object of column: type, such as {"zip":"text"}'),
      columns: readJsonField('/columns', columns, checkColumns, 'a JSON list of columns, such as ["zip","price"]'),
      blanks: readJsonField('/blanks', blanks, checkBlanks, 'a JSON list of words, such as ["none"]'),
    },
  };
}

/** Reads a JSON field of the query string or form. */
function readJsonField<Value>(
  pointer: string,
  text: string | undefined,
  check: (value: unknown) => Value,
  wanted: string,
): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return check(parseJsonBody(text));
  } catch {
    // Reported like JSON of another shape.
  }
  throw invalidField(pointer, `must be ${wanted}`, 'wrong_format');
}

/** Derives a table name from a file name: `Home rentals (2).csv` gives `Home_rentals_2`. */
function nameOf(fileName: string | undefined): string | undefined {
  const stem = fileName
    ?.replace(/^.*[\\/]/, '')
    .replace(/\.gz$/i, '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 128);
  return stem === '' ? undefined : stem;
}

function formatOfName(fileName: string | undefined): FileFormat | undefined {
  const ending = /\.(csv|tsv|ndjson|jsonl|json|parquet|xlsx)(?:\.gz)?$/i.exec(fileName ?? '')?.[1].toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : (ending as FileFormat | undefined);
}
