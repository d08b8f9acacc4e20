import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';

const marks: readonly [bytes: string, encoding: string][] = [
  ['\xff\xfe\0\0', 'utf-32le'],
  ['\0\0\xfe\xff', 'utf-32be'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
  ['\x84\x31\x95\x33', 'gb18030'],
];

/** Returns the encoding that a byte order mark or the pattern of zero bytes tells; UTF-8 where they tell none. */
export function detectByMark(head: Buffer): string {
  const start = head.toString('latin1', 0, 4);
  const marked = marks.find(([bytes]) => start.startsWith(bytes));
  return marked?.[1] ?? detectByZeros(head) ?? 'utf-8';
}

/** Share of the places of four that are zero in texts of Latin letters. */
const [many, few] = [0.4, 0.02];

function detectByZeros(head: Buffer): string | undefined {
  const zeros = [0, 0, 0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 4] += 1;
  if (zeros.every((count) => count === 0)) return undefined;
  const shares = zeros.map((count) => count / Math.ceil(head.length / 4));
  const isOften = (places: readonly number[]) => places.every((place) => shares[place] > many);
  const isRare = (places: readonly number[]) => places.every((place) => shares[place] < few);
  if (isOften([1, 2, 3]) && isRare([0])) return 'utf-32le';
  if (isOften([0, 1, 2]) && isRare([3])) return 'utf-32be';
  if (isOften([1, 3]) && isRare([0, 2])) return 'utf-16le';
  if (isOften([0, 2]) && isRare([1, 3])) return 'utf-16be';
  if (isPlainBetween(head)) return undefined;
  // No alphabet goes beyond U+10FFFF, and few letters beyond U+FFFF.
  if (isOften([2, 3]) && isProse(head, 'utf-32le')) return 'utf-32le';
  if (isOften([0, 1]) && isProse(head, 'utf-32be')) return 'utf-32be';
  if (zeros[0] + zeros[2] === 0 && isProse(head, 'utf-16le')) return 'utf-16le';
  return zeros[1] + zeros[3] === 0 && isProse(head, 'utf-16be') ? 'utf-16be' : undefined;
}

/** Returns whether the bytes are text but for some zeros. */
function isPlainBetween(head: Buffer): boolean {
  const others = head.filter((byte) => byte !== 0);
  const controls = others.filter((byte) => byte < 9).length;
  return controls <= others.length / 100 && isUtf8(others.subarray(0, Math.max(0, others.length - 3)));
}

/** Returns whether bytes are letters of any alphabet: delimiters and line ends have a zero byte there, letters have none. */
function isProse(head: Buffer, encoding: string): boolean {
  const characters = [
    ...iconv.decode(head.subarray(0, head.length & (encoding.startsWith('utf-32') ? ~3 : ~1)), encoding),
  ];
  const known = characters.filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\s]/u.test(character));
  return characters.includes('\n') && known.length > 0.99 * characters.length;
}

/** Characters beyond ASCII for each byte that is no UTF-8: other encodings do not give so many by chance. */
const [mostDamaged, fewestCharacters] = [0.25, 3];

/** Returns whether a text that is not valid UTF-8 is damaged rather than of another encoding. */
export async function isDamagedUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  let [good, bad] = [0, 0];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>)
    for (const character of decoder.decode(chunk, { stream: true }).match(/[^\p{ASCII}]/gu) ?? [])
      if (character === '\ufffd') bad += 1;
      else good += 1;
  return good >= fewestCharacters && bad <= mostDamaged * good;
}

const escapes: readonly [sequence: string, name: string][] = [
  ['\x1b$B', 'ISO-2022-JP'],
  ['\x1b$@', 'ISO-2022-JP'],
  ['\x1b$)C', 'ISO-2022-KR'],
];

/** Returns the name of an encoding that writes its letters as escapes in ASCII, which is not read. */
export function escapedEncoding(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  return escapes.find(([sequence]) => text.includes(sequence))?.[1];
}

const macintosh = /^(?:macintosh|macroman|mac)$/i;

/** Returns the decoder of an encoding, piece by piece; a byte order mark is dropped. */
export function openDecoder(encoding: string): { write(bytes: Buffer): string; end(): string } {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  // The library has the sign that stood there before 1998.
  const settle = (text: string) => (macintosh.test(encoding) ? text.replaceAll('¤', '€') : text);
  return { write: (bytes) => settle(decoder.write(bytes)), end: () => settle(decoder.end() ?? '') };
}

export function decodeWhole(bytes: Buffer, encoding: string): string {
  const decoder = openDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}
