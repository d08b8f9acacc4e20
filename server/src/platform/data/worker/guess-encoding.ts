import { createReadStream } from 'node:fs';
import chardet from 'chardet';
import jschardet from 'jschardet';
import { type RankedPage, rankLatinPages } from './code-pages.ts';

const sampleBytes = 256 * 1024;
/** Fewer letters show nothing. */
const fewLetters = 4;

export interface GuessedEncoding {
  encoding: string;
  /** The second most likely encoding that reads the text differently, with an example. */
  other?: { encoding: string; example: string };
}

/**
 * Guesses the encoding of a text that is not UTF-8 from its letters: Latin pages by the letters of their languages;
 * otherwise by jschardet, which knows most encodings, and chardet, which is better at Japanese with few words.
 */
export async function guessEncoding(path: string): Promise<GuessedEncoding> {
  const bytes = Buffer.from((await readOddLines(path)).toString('latin1').replace(loneSign, ' '), 'latin1');
  const [first] = chardet.analyse(bytes);
  const isEnough = bytes.filter((byte) => byte >= 0x80).length >= fewLetters;
  if (isEnough && first && /^(?:EUC-JP|Shift_JIS)$/.test(first.name) && first.confidence >= 60)
    return { encoding: first.name.toLowerCase() };
  const words = withFewRepeats(bytes);
  const ranked = rankLatinPages(words);
  const isNoLanguage = ranked[0].score < -3 * words.filter((byte) => byte >= 0x80).length;
  const other = isEnough ? guessOther(bytes, touchesLatin(bytes), isNoLanguage) : undefined;
  return other === undefined ? guessLatin(ranked) : { encoding: other };
}

/** A word that comes often tells little more than one that comes a few times: 200 cells "Genève" are one word. */
const mostRepeats = 5;

/** Returns the words of a text, each at most so often. */
function withFewRepeats(bytes: Buffer): Buffer {
  const counts = new Map<string, number>();
  const words = bytes
    .toString('latin1')
    .replace(/\d+/g, '0')
    .split(/[\s,;|"]+/);
  const kept = words.filter((word) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= mostRepeats;
  });
  return Buffer.from(kept.join(' '), 'latin1');
}

function guessLatin([best, ...others]: readonly RankedPage[]): GuessedEncoding {
  const differing = others.find(({ text }) => text !== best.text);
  const word = [...wordsOf(best.text)].find((one, index) => one !== wordsOf(differing?.text ?? '')[index]);
  if (!differing || word === undefined) return { encoding: best.encoding };
  const example = wordsOf(differing.text)[wordsOf(best.text).indexOf(word)] ?? '';
  return { encoding: best.encoding, other: { encoding: differing.encoding, example } };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;|"]+/);
}

/** Undefined when the text is more likely in Latin letters. */
function guessOther(bytes: Buffer, isAmongLatin: boolean, isNoLanguage: boolean): string | undefined {
  const candidates = jschardet
    .detectAll(bytes)
    .map(({ encoding, confidence }) => ({ encoding: usualName(encoding ?? ''), confidence: Number(confidence) }))
    .filter(({ encoding }) => usable.test(encoding));
  const [best] = candidates;
  if (best === undefined) return undefined;
  if (isAmongLatin) {
    // The second byte of two-byte characters may be an ASCII letter.
    return doubled.test(best.encoding) && isNoLanguage ? best.encoding : undefined;
  }
  const near = candidates.filter(({ confidence }) => confidence >= best.confidence * 0.9);
  return near.some(({ encoding }) => latin.test(encoding)) ? undefined : best.encoding;
}

const doubled = /^(?:big5|gb18030|shift_jis)$/;
const latin = /^(?:windows-125[0247]|iso-8859-(?:[1-4]|9|1[0345])|cp(?:437|850|852)|macroman)$/;

/** A lone sign such as "€" or "°" is no letter, although a DOS page would read it as one. */
const loneSign = /(?<![^\t\r\n -?])[\x80-\xff](?![^\t\r\n -?])/g;

/**
 * Returns whether most letters beyond ASCII stand beside an ASCII letter: words such as "Köln" occur in no other
 * alphabet.
 */
function touchesLatin(bytes: Buffer): boolean {
  const runs = bytes.toString('latin1').match(/[a-z]?[\x80-\xff]+[a-z]?/gi) ?? [];
  return runs.filter((run) => /[a-z]/i.test(run)).length > runs.length / 2;
}

/** ASCII lines show nothing, and other lines may come late in the file. */
async function readOddLines(path: string): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10) + 1 || bytes.length;
    const odd = bytes
      .toString('latin1', 0, end)
      .split(/(?<=\n)/)
      .filter((line) => /[\x80-\xff]/.test(line))
      .join('');
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

/** Returns iconv-lite's name of an encoding; a Windows page replaces the smaller ISO one. */
function usualName(name: string): string {
  const lower = name.toLowerCase().replace(/^iso8859-?/, 'iso-8859-');
  return otherNames[lower] ?? lower;
}
