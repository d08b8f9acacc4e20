import { english } from '../english.ts';
import { type Compiled, compiled } from './compile.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { fold, rootOf, type Tongue } from './language.ts';
import { spanish } from './spanish.ts';

const tongues: readonly Tongue[] = [german, french, spanish];
const longestPhrase = 6;
const leastOfName = 4;

/**
 * Returns the language of a question where more of its little words are of that one than of English, or as many and the
 * question before was in it; undefined for English.
 */
export function tongueOf(question: string, before?: Tongue): Tongue | undefined {
  const words = (question.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  const own = words.filter((word) => englishMarkers.has(word)).length;
  const counted = tongues.map((tongue) => ({
    tongue,
    count:
      words.filter((word) => compiled(tongue, english).markers.has(word)).length +
      (tongue.letters.test(question) ? 2 : 0),
  }));
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  const same = counted.find(({ tongue }) => tongue === before);
  if (same && same.count >= Math.max(own, best.count)) return same.tongue;
  return best.count > own ? best.tongue : undefined;
}

const englishMarkers = new Set(
  'the a an of how many much what which who when where is are was were do does did have has had with without in on at by for from to and or not no than there per each more less most least over under between average total mean number show list give me it that this those these their all any can you'.split(
    ' ',
  ),
);

/** What a word of another language is called in the tables. */
export interface OwnWords {
  /** Whether a word in small letters is one of theirs. */
  isName(word: string): boolean;
  /** Returns their word with this root. */
  byRoot(root: string, tongue: Tongue): string | undefined;
}

const text = /"[^"]*"|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])|[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}"']+|./gu;

/** Says a question in English word by word, as the planner reads it; names and values of the tables stay as they are. */
export function translate(question: string, tongue: Tongue, own: OwnWords): string {
  let prepared = question
    .normalize('NFC')
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(daysFirst, isoOf);
  for (const [from, to] of tongue.rewrites) prepared = prepared.replaceAll(from, to);
  const pieces = prepared.match(text) ?? [];
  const phrases = compiled(tongue, english);
  const said: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { length, english: meaning } = longestAt(pieces, at, phrases, tongue, own);
    said.push(meaning);
    at += length;
  }
  return said.join('');
}

const daysFirst = /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;

function isoOf(_: string, day: string, month: string, year: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

interface Said {
  /** Number of pieces, with the blanks between words. */
  length: number;
  english: string;
}

function longestAt(pieces: readonly string[], at: number, phrases: Compiled, tongue: Tongue, own: OwnWords): Said {
  const [piece] = [pieces[at]];
  if (!/^[\p{L}\p{N}]/u.test(piece)) return { length: 1, english: piece };
  const words: string[] = [];
  for (let index = at; index < pieces.length && words.length < longestPhrase; index += 2) {
    if (index > at && !/^[ -]+$/.test(pieces[index - 1])) break;
    words.push(fold(pieces[index]));
  }
  for (let count = words.length; count > 1; count -= 1) {
    const meaning = phrases.meaningOf(words.slice(0, count));
    if (meaning !== undefined) return { length: 2 * count - 1, english: meaning };
  }
  return { length: 1, english: sayWord(piece, words[0], phrases, tongue, own) };
}

/** A little word is one of the language; another one is rather a name of the tables. */
function sayWord(piece: string, word: string, phrases: Compiled, tongue: Tongue, own: OwnWords): string {
  const meaning = phrases.meaningOf([word]);
  if (phrases.markers.has(word) && meaning !== undefined) return meaning;
  if (word.length < leastOfName) return meaning ?? phrases.nounOf(word) ?? piece;
  if (own.isName(piece.toLowerCase())) return piece;
  const named = own.byRoot(rootOf(word, tongue.endings), tongue);
  // "Alumnas" of a table `alumnos`; "Raucherinnen" of a column `Raucherin`
  const isOwnForm = named !== undefined && tongue.feminine.test(fold(named));
  return (
    (isOwnForm ? undefined : sayFeminine(word, phrases, tongue)) ??
    named ??
    meaning ??
    phrases.nounOf(word) ??
    sayCompound(word, phrases, tongue, own) ??
    phrases.misspelt(word) ??
    piece
  );
}

const persons = new Set(
  'employee customer student player guest doctor patient manager visitor driver user author member passenger partner smoker child'.split(
    ' ',
  ),
);

/** "Schülerinnen", "alumnas": the students that are women, not all of them. */
function sayFeminine(word: string, phrases: Compiled, { feminine }: Tongue): string | undefined {
  if (!feminine.test(word) || phrases.isNoun(word) || phrases.isNoun(word.replace(/s$/, ''))) return undefined;
  const noun = phrases.nounOf(word) ?? phrases.nounOf(word.replace(feminine, ''));
  return noun !== undefined && persons.has(noun) ? `female ${noun}s` : undefined;
}

const leastOfPart = 4;
const joints = ['', 's', 'es', 'n', 'en'];

/** "Vertragslaufzeit", "Kündigungsquote": two words that are known. */
function sayCompound(word: string, phrases: Compiled, tongue: Tongue, own: OwnWords): string | undefined {
  const sayPart = (part: string) =>
    part.length < leastOfPart
      ? undefined
      : ((phrases.markers.has(part) ? phrases.meaningOf([part]) : undefined) ??
        own.byRoot(rootOf(part, tongue.endings), tongue) ??
        phrases.meaningOf([part]) ??
        phrases.nounOf(part));
  for (let cut = leastOfPart - 1; cut <= word.length - leastOfPart + 1; cut += 1) {
    const second = word.slice(cut) === 'arten' || word.slice(cut) === 'art' ? 'type' : sayPart(word.slice(cut));
    if (second === undefined) continue;
    for (const joint of joints) {
      const start = word.slice(0, cut);
      const first = start.endsWith(joint) ? sayPart(start.slice(0, start.length - joint.length)) : undefined;
      if (first !== undefined) return `${first} ${second}`;
    }
  }
  return undefined;
}
