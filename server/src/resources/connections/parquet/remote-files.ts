import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../../errors.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried } from '../failures.ts';
import { callServer } from '../http/call-server.ts';
import { tooLarge } from '../limits.ts';

/** A file that is somewhere else. */
export interface RemoteFile {
  key: string;
  /** Changes with its content. */
  tag: string;
  byteSize: number;
  /** Writes it to a new local file. */
  fetch(path: string, signal: AbortSignal): Promise<void>;
}

/** A larger table is for an engine that reads it where it is. */
export const mostTableBytes = 4 * 1024 ** 3;

/** Describes the file at a web address; a redirect is not followed. */
export async function findWebFile(outgoing: Outgoing, url: string, signal: AbortSignal): Promise<RemoteFile> {
  const call = { url, headers: {}, maxBytes: mostTableBytes };
  const head = await callServer(outgoing, { ...call, method: 'HEAD', signal }, 'tables');
  await head.body?.cancel();
  // Some addresses are signed for GET alone, and some tell no version; then each minute may have another content.
  const [etag, changed] = head.ok ? [head.headers.get('etag'), head.headers.get('last-modified')] : [];
  const tag = etag || changed ? `${etag} ${changed}` : `${Date.now()}`;
  return {
    key: url,
    tag,
    byteSize: 0,
    async fetch(path, ended) {
      const answer = await callServer(outgoing, { ...call, method: 'GET', signal: ended }, 'tables');
      if (!answer.ok) throw cannotBeQueried(`${new URL(url).host} answers ${answer.status} for a file`, 'tables');
      await save(answer.body, path, ended);
    },
  };
}

/** Writes a body of at most `mostBytes` to a file, as fast as the disk takes it. */
export async function save(
  body: Readable | ReadableStream | null,
  path: string,
  signal: AbortSignal,
  mostBytes = mostTableBytes,
): Promise<void> {
  const source = body instanceof Readable ? body : Readable.fromWeb((body ?? new Response('').body) as never);
  try {
    await pipeline(source, upTo(mostBytes), createWriteStream(path, { flags: 'wx' }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && error.code === 'remote_answer_too_large') throw tooLarge(mostTableBytes);
    throw error;
  }
}

function upTo(mostBytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw cannotBeQueried('a file is longer than the store says', 'tables');
      yield chunk;
    }
  };
}
