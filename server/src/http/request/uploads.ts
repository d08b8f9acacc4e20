import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { beyondLimit, invalidField, type ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { App } from '../reply/app.ts';
import { isForm, readForm } from './forms.ts';
import { FileBody } from './unread-body.ts';

/** An uploaded file on disk, with its form fields. */
export interface SpooledUpload {
  path: string;
  byteSize: number;
  /** The sender's file name; undefined for a raw body. */
  fileName: string | undefined;
  /** Media type of the file, in lower case and without parameters; empty when absent. */
  mediaType: string;
  /** The other fields of its form. */
  fields: Record<string, unknown>;
}

/** Maximum size of a file, and the name of the limit. */
export interface UploadLimit {
  name: 'upload_bytes' | 'document_bytes';
  value: number;
}

interface SpoolOptions {
  /** Folder for the file while it is used. */
  folder: string;
  limit: UploadLimit;
  /** Counts the bytes as they arrive; an error ends the upload. */
  take?: (bytes: number) => void;
}

/** Returns the length of the body that the sender announces; 0 when it announces none. */
export function announcedBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Hash of the uploaded file, once it was read; undefined for other bodies. */
    uploadDigest: string | undefined;
  }
}

/** Accepts files of any size on the routes of this scope: their bodies are unparsed streams or forms. */
export function takeUploads(app: App): void {
  takeBodies(app, '*');
}

/** Accepts bodies of the given media types as unparsed streams on the routes of this scope. */
export function takeBodies(app: App, mediaTypes: string | string[]): void {
  app.addContentTypeParser(mediaTypes, (_request, payload, done) => done(null, payload));
  // A refusal may be sent before the whole file has arrived; the rest must not be read as the next request.
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.header('connection', 'close');
  });
}

/** Accepts them beside JSON, for routes that distinguish both by the body. */
export function takeFileBodies(app: App, mediaTypes: string[]): void {
  app.addContentTypeParser(mediaTypes, (_request, payload, done) => done(null, new FileBody(payload)));
}

/** Writes the uploaded file to disk without holding it in memory, passes it on, and deletes it afterwards. */
export async function withSpooledUpload<Result>(
  request: FastifyRequest,
  options: SpoolOptions,
  use: (upload: SpooledUpload) => Promise<Result>,
): Promise<Result> {
  if (!isForm(request.headers['content-type'])) return withSpooledBody(request, options, use);
  return withFile(request, options, async (path) => use(await spoolForm(request, path, options)));
}

/** Does the same for a body that is the file itself. */
export function withSpooledBody<Result>(
  request: FastifyRequest,
  options: SpoolOptions,
  use: (upload: SpooledUpload) => Promise<Result>,
): Promise<Result> {
  return withFile(request, options, async (path) => use(await spoolBody(request, path, options)));
}

async function withFile<Result>(
  request: FastifyRequest,
  { folder, limit }: SpoolOptions,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  refuseLength(announcedBytes(request), limit);
  const path = join(folder, `${newId('req')}.upload`);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads the uploaded file and keeps only its hash, as `uploadDigest`. */
export async function digestUpload(request: FastifyRequest, limit: UploadLimit): Promise<void> {
  if (isForm(request.headers['content-type'])) await spoolForm(request, undefined, { limit });
  else await spoolBody(request, undefined, { limit });
}

type Counting = Omit<SpoolOptions, 'folder'>;

type SpooledTo<Path> = Omit<SpooledUpload, 'path'> & { path: Path };

async function spoolBody<Path extends string | undefined>(
  request: FastifyRequest,
  path: Path,
  counting: Counting,
): Promise<SpooledTo<Path>> {
  const given = request.body instanceof FileBody ? request.body.stream : request.body;
  const body = given instanceof Readable ? given : Readable.from([]);
  const byteSize = await writeLimited(request, body, path, counting);
  return { path, byteSize, fileName: undefined, mediaType: mediaTypeOf(request.headers['content-type']), fields: {} };
}

async function spoolForm<Path extends string | undefined>(
  request: FastifyRequest,
  path: Path,
  counting: Counting,
): Promise<SpooledTo<Path>> {
  let file: Omit<SpooledUpload, 'path' | 'fields'> | undefined;
  const fields = await readForm(
    request.raw,
    counting.limit.value + 1,
    async ({ field, stream, fileName, mediaType }) => {
      if (file !== undefined) throw invalidField(`/${field}`, 'is a second file; send one file a request');
      file = { byteSize: 0, fileName: fileName || field, mediaType: mediaTypeOf(mediaType) };
      file.byteSize = await writeLimited(request, stream, path, counting);
    },
  );
  if (file === undefined) throw invalidField('/file', 'is required: the form contains no file', 'required');
  return { path, ...file, fields };
}

function mediaTypeOf(header = ''): string {
  return header.split(';')[0].trim().toLowerCase();
}

/** A form is a little longer than its file: 64 KiB are allowed for the rest. */
function refuseLength(announced: number, limit: UploadLimit): void {
  if (announced > limit.value + 64 * 1024) throw tooLarge(limit);
}

function tooLarge(limit: UploadLimit): ServiceError {
  return beyondLimit('upload_too_large', `The upload is larger than ${limit.value} bytes.`, limit);
}

/** Without a path the file is only hashed. Returns the number of bytes. */
async function writeLimited(
  request: FastifyRequest,
  source: Readable,
  path: string | undefined,
  { limit, take }: Counting,
): Promise<number> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > limit.value) return done(tooLarge(limit));
      try {
        take?.(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(source, counter, path === undefined ? nowhere() : createWriteStream(path));
  request.uploadDigest = hash.digest('base64url');
  return bytes;
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
