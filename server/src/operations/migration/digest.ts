import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

const bits = 256;

/** A digest of rows in any order: databases return the same rows in different orders. */
export class RowDigest {
  #count = 0;
  #sum = 0n;

  get count(): number {
    return this.#count;
  }

  add(values: readonly unknown[]): void {
    const text = JSON.stringify(values.map((value) => (value instanceof Uint8Array ? encodeBytes(value) : value)));
    this.#count += 1;
    this.#sum = BigInt.asUintN(bits, this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`));
  }

  equals(other: RowDigest): boolean {
    return this.#count === other.#count && this.#sum === other.#sum;
  }
}

function encodeBytes(value: Uint8Array): { bytes: string } {
  return { bytes: Buffer.from(value).toString('base64') };
}

/** Returns the SHA-256 of a stream. */
export async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
