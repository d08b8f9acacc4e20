import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../../errors.ts';
import { countEvents } from './limit-events.ts';

export type Answer = Dispatcher.ResponseData;

interface BodyLimits {
  maxBytes: number;
  /** The same for event streams. */
  maxStreamBytes: number;
  /** Converts a failure during the body into the caller's error. */
  toError: (error: unknown) => unknown;
  /** Called once, when the body has ended. */
  done: () => void;
}

const eventStream = /^text\/event-stream\b/;

const withoutBody = new Set([204, 205, 304]);

/**
 * Wraps a response so that its body fails when it exceeds the limit. JSON is read whole at once: a stream would cost
 * more than the call.
 */
export async function limitBody(answer: Answer, limits: BodyLimits): Promise<Response> {
  const { statusCode: status, statusText } = answer;
  const init = { status, statusText, headers: headersOf(answer) };
  if (withoutBody.has(status)) {
    limits.done();
    await answer.body.dump().catch(() => {});
    return new Response(null, init);
  }
  const body = decode(answer);
  const type = init.headers.get('content-type') ?? '';
  const isJson = /^application\/json\b/.test(type);
  if (isJson) return new Response(await readWhole(answer, body, limits), init);
  if (!eventStream.test(type)) return new Response(countedStream(body, limits), init);
  return new Response(countedStream(body, { ...limits, maxBytes: limits.maxStreamBytes }, countEvents()), init);
}

/** Returns the headers without those that describe the compressed body. */
function headersOf({ headers }: Answer): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!/^content-(?:encoding|length)$/.test(name)) for (const one of [value ?? []].flat()) kept.append(name, one);
  return kept;
}

/** Decompresses the body; like browsers, it takes one that ends early. */
function decode({ body, headers }: Answer): Readable {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
  const flush = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  const codings = [headers['content-encoding'] ?? []].flat().join(',').toLowerCase().split(',').reverse();
  return codings.reduce<Readable>((encoded, coding) => {
    const name = coding.trim();
    if (name === 'gzip' || name === 'x-gzip') return pass(encoded, createGunzip(flush));
    if (name === 'deflate') return pass(encoded, createInflate(flush));
    if (name !== 'br') return encoded;
    return pass(
      encoded,
      createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH }),
    );
  }, body);
}

/** Pipes with failures in both directions. */
function pass(from: Readable, to: ReturnType<typeof createGunzip>): Readable {
  from.on('error', (error) => to.destroy(error));
  to.on('close', () => from.destroy());
  return from.pipe(to);
}

/** A failure is told by the body, as that of a stream would be. */
async function readWhole(
  answer: Answer,
  body: Readable,
  limits: BodyLimits,
): Promise<ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream> {
  try {
    const isSmall = body === answer.body && Number(answer.headers['content-length']) <= limits.maxBytes;
    return isSmall ? await answer.body.arrayBuffer() : await readCounting(body, limits.maxBytes);
  } catch (error) {
    return new ReadableStream({ start: (controller) => controller.error(limits.toError(error)) });
  } finally {
    limits.done();
  }
}

async function readCounting(body: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks);
}

function countedStream(
  body: Readable,
  { maxBytes, toError, done }: Omit<BodyLimits, 'maxStreamBytes'>,
  excessOf: (chunk: Uint8Array) => number | undefined = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = (body as AsyncIterable<Uint8Array<ArrayBuffer>>)[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done: isLast, value } = await chunks.next();
        bytes += value?.byteLength ?? 0;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        const excess = value && excessOf(value);
        if (excess !== undefined) throw tooLarge(excess);
        if (value) controller.enqueue(value);
        if (!isLast) return;
        controller.close();
      } catch (error) {
        body.destroy();
        controller.error(toError(error));
      }
      done();
    },
    cancel() {
      done();
      body.on('error', () => {}).destroy();
    },
  });
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('remote_answer_too_large', `The answer is larger than ${maxBytes} bytes.`);
}
