import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { FileFormat } from '../data/types.ts';
import { invalidField, ServiceError } from '../errors.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { compileCheck } from '../http/validation.ts';
import { newId } from '../ids.ts';
import { statedTypes, uploadFields } from './schemas.ts';
import type { SpooledFile } from './upload.ts';

/** An upload as it lies on disk, with all that its sender said in the query string or in form fields. */
export interface Upload extends SpooledFile {
  /** From the form, the query or the file's own name; undefined when none of them tells. */
  name: string | undefined;
}

/** Writes the file of a request to disk without holding it in memory, hands it on, and removes it afterwards. */
export async function withUpload<Result>(
  ctx: Context,
  request: FastifyRequest,
  use: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  refuseLength(Number(request.headers['content-length'] ?? 0), ctx.config.maxUploadBytes);
  const path = join(ctx.temporaryDirectory, `${newId('req')}.upload`);
  try {
    const { fileName, fields } = request.isMultipart()
      ? await spoolForm(ctx, request, path).catch(refuseBrokenForm)
      : await spoolBody(ctx, request, path);
    return await use(uploadOf(path, request, fileName, fields));
  } finally {
    await rm(path, { force: true });
  }
}

interface Spooled {
  fileName: string | undefined;
  fields: Record<string, unknown>;
}

async function spoolBody(ctx: Context, request: FastifyRequest, path: string): Promise<Spooled> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  await writeLimited(body, path, ctx.config.maxUploadBytes);
  return { fileName: undefined, fields: {} };
}

async function spoolForm(ctx: Context, request: FastifyRequest, path: string): Promise<Spooled> {
  const fields: Record<string, unknown> = {};
  let fileName: string | undefined;
  for await (const part of request.parts({ limits: { fileSize: ctx.config.maxUploadBytes + 1, fields: 50 } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    if (fileName !== undefined) throw invalidField(`/${part.fieldname}`, 'is a second file; send one file a request');
    fileName = part.filename || part.fieldname;
    await writeLimited(part.file, path, ctx.config.maxUploadBytes);
  }
  if (fileName === undefined) throw invalidField('/file', 'is required: the form holds no file', 'required');
  return { fileName, fields };
}

/** What the form's parser throws has no code of the system: everything with one is a fault on our side. */
function refuseBrokenForm(error: Error & { code?: string }): never {
  if (error instanceof ServiceError || /^E[A-Z]+$/.test(error.code ?? '')) throw error;
  throw new ServiceError('malformed_request', 'The form is malformed or breaks off.', { cause: error });
}

/** A form is a little longer than its file: 64 KiB are let through to be counted. */
function refuseLength(announced: number, maxBytes: number): void {
  if (announced > maxBytes + 64 * 1024) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('upload_too_large', `The upload is larger than ${maxBytes} bytes.`, {
    extensions: { limit: maxBytes },
  });
}

async function writeLimited(source: Readable, path: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) return done(null, chunk);
      return done(tooLarge(maxBytes));
    },
  });
  await pipeline(source, limit, createWriteStream(path));
}

const checkFields = compileCheck(uploadFields, 'text');
const checkTypes = compileCheck(statedTypes, 'json');

const formatOfType: Record<string, FileFormat> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
};

function uploadOf(path: string, request: FastifyRequest, fileName: string | undefined, form: object): Upload {
  const said = checkFields({ ...(request.query as object), ...form });
  const { name, format, types, date_order, ...plain } = said;
  const type = request.headers['content-type']?.split(';')[0].trim().toLowerCase() ?? '';
  return {
    path,
    name: name ?? nameOf(fileName),
    format: format ?? formatOfType[type] ?? formatOfName(fileName),
    options: { ...plain, dateOrder: date_order, types: types === undefined ? undefined : parseTypes(types) },
  };
}

function parseTypes(text: string): SpooledFile['options']['types'] {
  try {
    return checkTypes(parseJsonBody(text));
  } catch {
    // The same answer as for JSON of another shape.
  }
  throw invalidField('/types', 'must be a JSON object of column: type, such as {"zip":"text"}', 'wrong_format');
}

/** `Home rentals (2).csv` makes the table `Home_rentals_2`. */
function nameOf(fileName: string | undefined): string | undefined {
  const stem = fileName
    ?.replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 128);
  return stem === '' ? undefined : stem;
}

function formatOfName(fileName: string | undefined): FileFormat | undefined {
  const ending = /\.(csv|tsv|ndjson|jsonl|json|parquet)$/i.exec(fileName ?? '')?.[1].toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : (ending as FileFormat | undefined);
}
