import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { beyondLimit, invalidField, type LimitFigure, ServiceError } from '../../errors.ts';
import { CountMarks } from './count-marks.ts';

/** A file of a form, which must be read or destroyed for the form to go on. */
export interface FormFile {
  /** Name of its field. */
  field: string;
  stream: Readable;
  /** The sender's name for it; empty when absent. */
  fileName: string;
  mediaType: string;
}

/** A form has one file and some fields; millions of empty parts would fit into its bytes. */
const limits = { parts: 50, fields: 50, fieldSize: 64 * 1024, headerPairs: 50 };
const partsLimit: LimitFigure = { name: 'form_parts', value: limits.parts };

export function isForm(contentType = ''): boolean {
  return /^multipart\/form-data\b/i.test(contentType.trim());
}

/**
 * Reads a form (multipart/form-data), gives each file to `take` and returns the other fields. What comes after an error
 * is left unread.
 * @throws ServiceError `upload_too_large`, `invalid_input`, `malformed_request`, and what `take` throws
 */
export async function readForm(
  request: IncomingMessage,
  mostFileBytes: number,
  take: (file: FormFile) => Promise<void>,
): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const fields = new Map<string, unknown>();
  const failed = Promise.withResolvers<never>();
  let hasFailed = false;
  failed.promise.catch(() => {
    hasFailed = true;
  });
  const form = open(boundary, mostFileBytes);
  const taken: Promise<void>[] = [];
  let file: Readable | undefined;
  form
    .on('error', (cause) => failed.reject(malformed(cause)))
    .on('partsLimit', () => failed.reject(tooManyParts()))
    .on('fieldsLimit', () => failed.reject(tooManyParts()))
    .on('field', (name, value, _cutName, isCut, _encoding, mediaType) => {
      if (isCut) failed.reject(invalidField(`/${name}`, `must have at most ${limits.fieldSize} bytes`, 'too_long'));
      else if (mediaType.startsWith('application/json')) parse(value, name, fields, failed.reject);
      else fields.set(name, value);
    })
    .on('file', (field, stream, fileName, _encoding, mediaType) => {
      if (hasFailed) return void stream.destroy();
      file = stream;
      const taking = take({ field, stream, fileName: fileName ?? '', mediaType });
      taken.push(taking);
      taking.catch((error) => failed.reject(faultOf(error)));
    });
  try {
    await Promise.race([pass(request, form, boundary, () => hasFailed), failed.promise]);
    await Promise.race([Promise.all(taken), failed.promise]);
  } catch (error) {
    file?.on('error', () => {}).destroy(error as Error);
    await Promise.allSettled(taken);
    throw request.errored ? malformed(error) : error;
  }
  return Object.fromEntries(fields);
}

function open(boundary: string, mostFileBytes: number): BusboyInstance {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return new Busboy({ headers, limits: { ...limits, fileSize: mostFileBytes } });
}

/** Parts are counted before they are parsed: the parser takes a piece whole, and thousands of parts fit into one. */
async function pass(
  request: IncomingMessage,
  form: BusboyInstance,
  boundary: string,
  hasFailed: () => boolean,
): Promise<void> {
  const marks = new CountMarks(`\r\n--${boundary}`);
  const finished = once(form, 'finish');
  finished.catch(() => {});
  // Destroying the request would cut the connection before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (hasFailed()) return;
    if (marks.add(chunk) > limits.parts + 1) throw tooManyParts(); // one before the first part, one after the last
    await new Promise((resolve) => form.write(chunk, resolve));
  }
  form.end();
  await finished;
}

/** Of the characters that RFC 2046 allows, quoted or not: what others read differently would not be counted. */
const boundaryField = /;\s*boundary\s*=\s*(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = boundaryField.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined) return boundary;
  const rule = "its boundary, of at most 70 letters, digits, spaces and '()+_,-./:=?";
  throw new ServiceError('malformed_request', `The content type of a form must name ${rule}.`);
}

function parse(text: string, name: string, fields: Map<string, unknown>, fail: (error: Error) => void): void {
  try {
    fields.set(name, JSON.parse(text));
  } catch {
    fail(invalidField(`/${name}`, 'is not valid JSON, which its content type says'));
  }
}

function tooManyParts(): ServiceError {
  return beyondLimit('upload_too_large', `The form has more than ${limits.parts} parts.`, partsLimit);
}

/** An error with a system's code is our fault; others come from the parser. */
function faultOf(error: Error & { code?: string }): Error {
  return error instanceof ServiceError || /^E[A-Z]+$/.test(error.code ?? '') ? error : malformed(error);
}

function malformed(cause: unknown): ServiceError {
  return new ServiceError('malformed_request', 'The form is malformed or incomplete.', { cause });
}
