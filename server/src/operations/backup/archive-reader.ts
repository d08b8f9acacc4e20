import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isExpected, type Manifest, manifestName, readManifest } from './manifest.ts';
import { ArchiveError, blockBytes, decodeHeader, type FileEntry, paddingOf } from './tar.ts';

const chunkBytes = 1024 * 1024;
const manifestMostBytes = 256 * 1024 * 1024;

/**
 * Unpacks an archive into an empty folder. It accepts only Sibyl's files, and only with the hashes in the manifest.
 * @throws ArchiveError
 */
export async function unpackArchive(path: string, folder: string): Promise<Manifest> {
  await using handle = await open(path, 'r');
  const reader = new Reader(handle, (await handle.stat()).size);
  const found = new Map<string, string>();
  for (let entry = await reader.next(); entry; entry = await reader.next()) {
    if (found.has(entry.name)) throw new ArchiveError(`${entry.name} is in the archive twice.`);
    if (entry.name === manifestName) return checkAgainst(await readList(reader, entry), found);
    found.set(entry.name, await unpackFile(reader, entry, join(folder, entry.name)));
  }
  throw new ArchiveError('The archive is truncated: its list of files is missing.');
}

async function unpackFile(reader: Reader, { byteSize }: FileEntry, target: string): Promise<string> {
  await mkdir(dirname(target), { recursive: true });
  await using output = await open(target, 'wx', 0o600);
  const hash = createHash('sha256');
  for await (const chunk of reader.content(byteSize)) {
    hash.update(chunk);
    await output.writeFile(chunk);
  }
  await output.sync();
  return `${byteSize} ${hash.digest('hex')}`;
}

async function readList(reader: Reader, { byteSize }: FileEntry): Promise<Manifest> {
  if (byteSize > manifestMostBytes) throw new ArchiveError('The list of files in the archive is too long.');
  const chunks: Buffer[] = [];
  for await (const chunk of reader.content(byteSize)) chunks.push(Buffer.from(chunk));
  return readManifest(Buffer.concat(chunks).toString());
}

function checkAgainst(manifest: Manifest, found: ReadonlyMap<string, string>): Manifest {
  const listed = Object.entries(manifest.files);
  const wrong = listed.find(([name, { bytes, sha256 }]) => found.get(name) !== `${bytes} ${sha256}`);
  if (wrong) throw new ArchiveError(`${wrong[0]} in the archive is damaged or missing.`);
  if (listed.length !== found.size) throw new ArchiveError('The archive contains files that are not in its list.');
  return manifest;
}

class Reader {
  readonly #handle: FileHandle;
  readonly #byteSize: number;
  #position = 0;

  constructor(handle: FileHandle, byteSize: number) {
    this.#handle = handle;
    this.#byteSize = byteSize;
  }

  /** Returns the next file, undefined at the end. Read its content before the next call. */
  async next(): Promise<FileEntry | undefined> {
    if (this.#position + blockBytes > this.#byteSize) return undefined;
    const entry = decodeHeader(await this.#read(blockBytes));
    if (!entry) return undefined;
    if (!isExpected(entry.name))
      throw new ArchiveError(`${JSON.stringify(entry.name)} in the archive is not a file that Sibyl writes.`);
    if (entry.byteSize > this.#byteSize - this.#position) throw new ArchiveError('The archive is truncated.');
    return entry;
  }

  async *content(byteSize: number): AsyncGenerator<Buffer> {
    for (let left = byteSize; left > 0; ) {
      const chunk = await this.#read(Math.min(left, chunkBytes));
      left -= chunk.length;
      yield chunk;
    }
    this.#position += paddingOf(byteSize);
  }

  async #read(length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, this.#position);
    if (bytesRead < length) throw new ArchiveError('The archive is truncated.');
    this.#position += length;
    return buffer;
  }
}
