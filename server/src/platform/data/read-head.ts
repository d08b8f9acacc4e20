import { open } from 'node:fs/promises';

/** Reads up to so many bytes of a file. */
export async function readHead(path: string, bytes: number, from = 0): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
