import type { RowWriter } from './row-writer.ts';
import type { WrittenRows } from './types.ts';

/** Part of a piece on its way from a worker: a message of many megabytes holds up who receives it. */
interface SentPart {
  bytes: Uint8Array;
  /** Where it begins in the piece, and the length of that. */
  from: number;
  length: number;
}

const mostTogether = 1024 * 1024;

/** Reports the finished pieces of a writer, large ones in parts. */
export async function reportPieces(writer: RowWriter, report: (part: SentPart) => Promise<void>): Promise<void> {
  for (const piece of writer.takePieces())
    for (let from = 0; from < piece.byteLength; from += mostTogether)
      await report({ bytes: piece.subarray(from, from + mostTogether), from, length: piece.byteLength });
}

/** Collects the pieces that a worker reports before its reply; it reports nothing else. */
export async function takePieces<Reply>(
  run: (onProgress: (part: unknown) => void) => Promise<Reply>,
): Promise<Reply & Pick<WrittenRows, 'pieces'>> {
  const pieces: Uint8Array[] = [];
  const reply = await run((part) => {
    const { bytes, from, length } = part as SentPart;
    if (from === 0) pieces.push(bytes.byteLength === length ? bytes : Buffer.allocUnsafeSlow(length));
    if (bytes.byteLength < length) pieces.at(-1)?.set(bytes, from);
  });
  return { ...reply, pieces };
}
