import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers up to this size are one piece. */
const smallBytes = 64 * 1024;

/** JSON that a worker wrote, on its way to the caller. It stands in memory until it is read. */
export class WrittenJson extends Readable {
  readonly #parts: Uint8Array[];
  readonly heldBytes: number;

  constructor(parts: Uint8Array[], heldBytes: number) {
    super();
    this.#parts = parts.toReversed();
    this.heldBytes = heldBytes;
  }

  override _read(): void {
    this.push(this.#parts.pop() ?? null);
  }
}

/** Answers with pieces of JSON as they are, with commas between, `before` in front of them and `after` behind. */
export function sendWritten(
  reply: FastifyReply,
  before: string,
  pieces: readonly Uint8Array[],
  after: string,
): FastifyReply {
  const comma = Buffer.from(',');
  const rows = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]));
  const parts = [Buffer.from(before), ...rows, Buffer.from(after)];
  const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  reply.header('content-type', 'application/json; charset=utf-8').header('content-length', bytes);
  return reply.send(bytes < smallBytes ? Buffer.concat(parts) : new WrittenJson(parts, bytes));
}
