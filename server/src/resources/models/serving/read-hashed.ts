import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Digest, digestedParts, quickestDigest, textOfCrc } from '@sibyl/engine/model-file/digests.ts';

/** What is read at once: some milliseconds of hashing. */
const pieceBytes = 4 * 1024 * 1024;
/** Fresh memory takes the system as long as the file itself, so two of its threads read. */
const readsAtOnce = 2;

/** A model file and its digest, as `loadModel` compares it. */
export interface HashedFile {
  bytes: Uint8Array<ArrayBuffer>;
  digest: Digest;
}

/** Reads a model file; each piece is hashed while the system reads the next ones, which takes longer. */
export async function readHashed(path: string): Promise<HashedFile> {
  await using file = await open(path);
  const bytes = new Uint8Array((await file.stat()).size);
  const reads: Promise<void>[] = [];
  const readAhead = (start: number) => {
    if (start >= bytes.length) return;
    const read = readPiece(file, bytes.subarray(start, start + pieceBytes), start);
    read.catch(() => {}); // another piece may fail first
    reads.push(read);
  };
  for (let piece = 0; piece < readsAtOnce; piece++) readAhead(piece * pieceBytes);
  await reads[0];
  const hasher = createHasher(quickestDigest(bytes));
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    await reads[start / pieceBytes];
    readAhead(start + readsAtOnce * pieceBytes);
    const piece = bytes.subarray(start, start + pieceBytes);
    for (const part of start === 0 ? digestedParts(piece, hasher.kind) : [piece]) hasher.update(part);
  }
  return { bytes, digest: { kind: hasher.kind, text: hasher.text() } };
}

async function readPiece(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let end = 0; end < piece.length; ) {
    const { bytesRead } = await file.read(piece, end, piece.length - end, at + end);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    end += bytesRead;
  }
}

function createHasher(kind: Digest['kind']) {
  if (kind === 'sha256') {
    const hash = createHash('sha256');
    return { kind, update: (part: Uint8Array) => void hash.update(part), text: () => hash.digest('hex') };
  }
  let crc = 0;
  const update = (part: Uint8Array) => {
    crc = crc32(part, crc);
  };
  return { kind, update, text: () => textOfCrc(crc) };
}
