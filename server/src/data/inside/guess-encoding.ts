import { createReadStream } from 'node:fs';
import chardet from 'chardet';
import jschardet from 'jschardet';

const sampleBytes = 256 * 1024;
/** Fewer tell nothing. */
const fewLetters = 4;

/**
 * The likeliest encoding of a text that is not UTF-8, by its letters. jschardet knows nearly all; chardet is surer of Japanese on
 * few words. Windows-1252 is by far the most frequent, so it wins where it is about as likely as the first.
 */
export async function guessEncoding(path: string): Promise<string> {
  const bytes = Buffer.from((await readOddLines(path)).toString('latin1').replace(loneSign, ' '), 'latin1');
  if (bytes.filter((byte) => byte >= 0x80).length < fewLetters) return 'windows-1252';
  const [first] = chardet.analyse(bytes);
  if (first && /^(?:EUC-JP|Shift_JIS)$/.test(first.name) && first.confidence >= 60) return first.name.toLowerCase();
  const isAmongLatin = touchesLatin(bytes);
  const candidates = jschardet
    .detectAll(bytes)
    .map(({ encoding, confidence }) => ({ encoding: usualName(encoding ?? ''), confidence: Number(confidence) }))
    .filter(({ encoding }) => usable.test(encoding) && !(isAmongLatin && foreignLetters.test(encoding)));
  const [best] = candidates;
  if (best === undefined) return 'windows-1252';
  const near = candidates.filter(({ confidence }) => confidence >= best.confidence * 0.9);
  return near.some(({ encoding }) => encoding === 'windows-1252') ? 'windows-1252' : best.encoding;
}

/** A sign such as "€" or "°" that stands alone is no letter; in a page of DOS it would be one. */
const loneSign = /(?<![^\t\r\n -?])[\x80-\xff](?![^\t\r\n -?])/g;

/** Whether most letters beyond ASCII stand beside one of ASCII: words such as "Köln" are in no other alphabet. */
function touchesLatin(bytes: Buffer): boolean {
  const runs = bytes.toString('latin1').match(/[a-z]?[\x80-\xff]+[a-z]?/gi) ?? [];
  return runs.filter((run) => /[a-z]/i.test(run)).length > runs.length / 2;
}

const foreignLetters =
  /^(?:windows-(?:1251|1253|1255|1256|874)|koi8-[ru]|iso-8859-[5-8]|cp(?:855|862|866)|maccyrillic)$/;

/** Lines of ASCII tell nothing; the others may all be far down. */
async function readOddLines(path: string): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10) + 1 || bytes.length;
    const odd =
      bytes
        .toString('latin1', 0, end)
        .match(/[^\n]*[\x80-\xff][^\n]*\n?/g)
        ?.join('') ?? '';
    if (odd !== '') kept.push(Buffer.from(odd, 'latin1'));
    size += odd.length;
    rest = bytes.subarray(end);
    if (size >= sampleBytes) break;
  }
  return Buffer.concat([...kept, rest]).subarray(0, sampleBytes);
}

const usable =
  /^(?:windows-125[0-8]|shift_jis|euc-jp|gb18030|big5|euc-kr|koi8-[ru]|iso-8859-\d+|cp(?:437|850|852|855|862|866)|macroman|maccyrillic|windows-874)$/;

const otherNames: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'windows-1252',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  ibm866: 'cp866',
  ibm855: 'cp855',
  'tis-620': 'windows-874',
};

/** Names as iconv-lite has them; a page of Windows for each smaller one of ISO. */
function usualName(name: string): string {
  const lower = name.toLowerCase().replace(/^iso8859-?/, 'iso-8859-');
  return otherNames[lower] ?? lower;
}
