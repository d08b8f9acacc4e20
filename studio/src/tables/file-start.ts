/** Of most texts this shows how they are read; a look at more takes longer with each byte. */
const usualBytes = 2 ** 16;
/** Of texts with long lines more is read. */
const enoughLines = 40;
const mostBytesOfText = 2 ** 19;
const lineFeed = 0x0a;
/** A workbook cannot be read in part; larger ones are not sent twice. */
const mostBytes = 30_000_000;

export interface FileStart {
  part: Blob;
  /** Whether the part is only the beginning. */
  cut: boolean;
}

/** Returns what shows how a file is read; undefined for a file that is large and cannot be read in part. */
export async function startOf(file: File): Promise<FileStart | undefined> {
  const text = (await isPacked(file)) ? await unpackStart(file).catch(() => file) : file;
  if (await isText(text)) return startOfText(text);
  return file.size <= mostBytes ? { part: file, cut: false } : undefined;
}

async function startOfText(text: Blob): Promise<FileStart> {
  const head = new Uint8Array(await text.slice(0, usualBytes).arrayBuffer());
  const lines = head.reduce((count, byte) => count + Number(byte === lineFeed), 0);
  const bytes = lines < enoughLines ? mostBytesOfText : usualBytes;
  return { part: text.slice(0, bytes), cut: text.size > bytes };
}

async function isPacked(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** A workbook, a Parquet file and a JSON array cannot be read in part. */
async function isText(content: Blob): Promise<boolean> {
  const head = await content.slice(0, 64).text();
  return !['PK\u0003\u0004', 'PAR1'].some((mark) => head.startsWith(mark)) && !head.trimStart().startsWith('[');
}

/** Unpacks one byte more than needed, which tells whether more follows. */
async function unpackStart(file: Blob): Promise<Blob> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  while (bytes <= mostBytesOfText) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.length;
  }
  await reader.cancel();
  return new Blob(parts);
}
