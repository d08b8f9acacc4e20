import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { beyondLimit, ServiceError } from '../../errors.ts';
import { problemOf, serviceErrorOf } from '../../http/reply/problem.ts';
import { RawJsonBody } from '../../http/request/unread-body.ts';
import type { UploadLimit } from '../../http/request/uploads.ts';
import { newId } from '../../ids.ts';
import type { ModelContext } from './context.ts';
import { GrowingFile } from './growing-file.ts';
import { findBrokenLine, type LinesOfRows, readLines } from './lines-of-rows.ts';
import { type AnsweredRows, predictRows, RowsWithRoom } from './predict.ts';
import type { ModelAddress } from './service.ts';
import type { PredictParams } from './serving/predict-request.ts';

const mostLineBytes = 8 * 1024 * 1024;
const pauseWhenFullMs = 200;
const mostPauses = 150;

interface AskedLines {
  body: AsyncIterable<Buffer>;
  params: PredictParams;
  limit: UploadLimit;
  signal: AbortSignal;
  /** ID of the request, for an error among the answers. */
  requestId: string;
}

/**
 * Answers lines of rows while they arrive; memory holds a few hundred rows of them. The answers wait on disk for a
 * client that does not read yet. A refusal of the first rows rejects; a later one is the last line, and the stream
 * fails, because its status is sent already.
 */
export async function predictLines(ctx: ModelContext, address: ModelAddress, asked: AskedLines): Promise<Readable> {
  const answers = answerPieces(ctx, address, asked);
  const first = await answers.next();
  const file = await GrowingFile.create(join(ctx.temporaryDirectory, newId('req')));
  if (!first.done) await file.append(first.value);
  const failed = fill(file, answers, asked);
  return Readable.from(untilFailed(file, failed), { objectMode: false });
}

/** Resolves to the error that ended the answers, if any; its problem is the last line. */
async function fill(file: GrowingFile, answers: AsyncIterable<Uint8Array>, { requestId }: AskedLines) {
  try {
    for await (const answer of answers) {
      if (file.isGone) break;
      await file.append(answer);
    }
    await file.complete();
    return undefined;
  } catch (error) {
    const known = serviceErrorOf(error);
    await file.complete(Buffer.from(`${JSON.stringify(problemOf(known, requestId))}\n`)).catch(() => {});
    return known;
  }
}

async function* untilFailed(file: GrowingFile, failed: Promise<unknown>): AsyncGenerator<Buffer> {
  yield* file.read();
  const error = await failed;
  if (error) throw error;
}

/** Answers piece by piece, in order; the next piece is asked while one is answered. */
async function* answerPieces(
  ctx: ModelContext,
  address: ModelAddress,
  asked: AskedLines,
): AsyncGenerator<Uint8Array, void> {
  let pending: Promise<Uint8Array> | undefined;
  for await (const lines of readLines(counted(asked), mostLineBytes, refuseLine)) {
    const next = answerPiece(ctx, address, lines, asked);
    next.catch(() => {}); // thrown where it is awaited
    if (pending) yield await pending;
    pending = next;
  }
  if (pending) yield await pending;
}

function refuseLine(): never {
  throw new ServiceError('unreadable_file', `A line of the body is longer than ${mostLineBytes} bytes.`);
}

async function* counted({ body, limit }: AskedLines): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limit.value)
      throw beyondLimit('upload_too_large', `The body is larger than ${limit.value} bytes.`, limit);
    yield chunk;
  }
}

/** Waits where others have filled the queue: half of the answers may be sent already. */
async function answerPiece(
  ctx: ModelContext,
  address: ModelAddress,
  lines: LinesOfRows,
  { params, signal }: AskedLines,
): Promise<Uint8Array> {
  const { elements } = lines;
  const end = Object.keys(params).length > 0 ? `],"params":${JSON.stringify(params)}}` : ']';
  const open = end === ']' ? '[' : '{"data":[';
  for (let pauses = 0; ; pauses += 1) {
    try {
      const body = new RawJsonBody(new Uint8Array(Buffer.concat([Buffer.from(open), elements, Buffer.from(end)])));
      return ended(await predictRows(ctx, address, { body, separator: '\n', signal: () => signal }));
    } catch (error) {
      const isFull = error instanceof ServiceError && error.code === 'queue_full';
      if (!isFull || pauses === mostPauses) throw signal.aborted ? error : placed(lines, error);
      await pause(pauseWhenFullMs, undefined, { signal });
    }
  }
}

function ended(answers: AnsweredRows): Uint8Array {
  if (typeof answers === 'string') return Buffer.from(`${answers}\n`);
  if (answers instanceof RowsWithRoom) {
    answers.bytes[answers.bytes.length - 1] = 10;
    return answers.bytes.subarray(1);
  }
  return Buffer.concat(answers.flatMap((piece) => [piece, Buffer.from('\n')]));
}

/** Names the line that is not JSON, or else rows by their place among all lines. */
function placed(lines: LinesOfRows, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const line = findBrokenLine(lines, error.code === 'invalid_json');
  if (line !== undefined)
    return new ServiceError('invalid_json', `Line ${line} is not a JSON value by itself.`, { extensions: { line } });
  if (!error.errors) return error;
  const errors = error.errors.map((fault) => {
    const [, row, rest = ''] = /^(?:\/data)?\/(\d+)(\/.*)?$/.exec(fault.pointer) ?? [];
    return row === undefined ? fault : { ...fault, pointer: `/${lines.start + Number(row)}${rest}` };
  });
  return new ServiceError(error.code, error.message, { errors });
}
