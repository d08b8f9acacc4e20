/** Headers of the tar format (POSIX ustar), limited to archives of plain files. */

export const blockBytes = 512;
const mostOctal = 0o77777777777;

/** An unusable archive; the message says why. */
export class ArchiveError extends Error {}

export interface FileEntry {
  name: string;
  byteSize: number;
}

export function encodeHeader({ name, byteSize }: FileEntry): Buffer {
  if (Buffer.byteLength(name) > 100) throw new ArchiveError(`${name} is too long a name for an archive`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (byteSize <= mostOctal) header.write(`${byteSize.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80; // base-256 as in GNU tar, for sizes that octal cannot hold
    header.writeBigUInt64BE(BigInt(byteSize), 128);
  }
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write('        ', 148);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * @returns undefined for the zero block that ends an archive
 * @throws ArchiveError
 */
export function decodeHeader(header: Buffer): FileEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const claimed = Number.parseInt(textAt(header, 148, 8), 8);
  const blanked = Buffer.from(header).fill(' ', 148, 156);
  if (claimed !== sumOf(blanked) || header.toString('latin1', 257, 262) !== 'ustar')
    throw new ArchiveError('This is not an archive of Sibyl, or it is damaged.');
  const kind = header.toString('latin1', 156, 157);
  const name = textAt(header, 0, 100);
  if (kind !== '0' || textAt(header, 345, 155) !== '')
    throw new ArchiveError(`${JSON.stringify(name)} in the archive is not a plain file; Sibyl writes nothing else.`);
  return { name, byteSize: sizeOf(header) };
}

export function paddingOf(byteSize: number): number {
  return (blockBytes - (byteSize % blockBytes)) % blockBytes;
}

function sizeOf(header: Buffer): number {
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveError('The archive is damaged: a file has no size.');
  return size;
}

function textAt(header: Buffer, start: number, length: number): string {
  const text = header.toString('latin1', start, start + length);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}
