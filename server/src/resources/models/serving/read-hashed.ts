import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { hashPlace } from '@sibyl/engine/model-file/safetensors.ts';

/** What is read at once: some milliseconds of hashing. */
const pieceBytes = 4 * 1024 * 1024;

/** A model file and its SHA-256 with zeros in the place of the stated one, as `loadModel` compares it. */
export interface HashedFile {
  bytes: Uint8Array<ArrayBuffer>;
  hash: string;
}

/** Reads a model file; each piece is hashed while the system reads the next one, which takes as long. */
export async function readHashed(path: string): Promise<HashedFile> {
  await using file = await open(path);
  const bytes = new Uint8Array((await file.stat()).size);
  const hash = createHash('sha256');
  let end = await readPiece(file, bytes, 0);
  for (let start = 0; start < bytes.length; ) {
    const next = readPiece(file, bytes, end);
    updateWithZeros(hash, bytes, start, end);
    start = end;
    end = await next;
  }
  return { bytes, hash: hash.digest('hex') };
}

/** Returns where the piece ends. */
async function readPiece(file: FileHandle, bytes: Uint8Array, start: number): Promise<number> {
  let end = start;
  const wanted = Math.min(bytes.length, start + pieceBytes);
  while (end < wanted) {
    const { bytesRead } = await file.read(bytes, end, wanted - end, end);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    end += bytesRead;
  }
  return end;
}

function updateWithZeros(hash: ReturnType<typeof createHash>, bytes: Uint8Array, start: number, end: number): void {
  if (start > 0 || end < hashPlace.end) {
    hash.update(bytes.subarray(start, end));
    return;
  }
  hash.update(bytes.subarray(0, hashPlace.start)).update(hashPlace.zeros).update(bytes.subarray(hashPlace.end, end));
}
