import { fold, rootOf } from './fold.ts';
import { isNoun } from './nouns.ts';
import type { OwnWords } from './own-words.ts';
import { meaningOf, misspelt, nounOf, type Tongue } from './tongues.ts';

const longestPhrase = 6;
const leastOfName = 4;
const text = /"[^"]*"|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])|[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}"']+|./gu;
const daysFirst = /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;

/** Says a question in English word by word, as the planner reads it; names and values of the tables stay as they are. */
export function translate(question: string, tongue: Tongue, own: OwnWords): string {
  const plain = question
    .normalize('NFC')
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(daysFirst, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const prepared = tongue.rewrites.reduce((said, [from, to]) => said.replaceAll(from, to), plain);
  const pieces = prepared.match(text) ?? [];
  const said: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const phrase = /^[\p{L}\p{N}]/u.test(pieces[at]) ? phraseAt(pieces, at, tongue) : undefined;
    said.push(phrase?.meaning ?? sayWord(pieces[at], tongue, own));
    at += phrase?.length ?? 1;
  }
  return said.join('');
}

/** The longest phrase of several words that begins at a place, with the number of pieces between which blanks are. */
function phraseAt(pieces: readonly string[], at: number, tongue: Tongue) {
  const words: string[] = [];
  for (let index = at; index < pieces.length && words.length < longestPhrase; index += 2) {
    if (index > at && !/^[ -]+$/.test(pieces[index - 1])) break;
    words.push(fold(pieces[index]));
  }
  for (let count = words.length; count > 1; count -= 1) {
    const meaning = meaningOf(words.slice(0, count), tongue);
    if (meaning !== undefined) return { length: 2 * count - 1, meaning };
  }
  return undefined;
}

/** A little word is one of the language; another one is rather a name of the tables. */
function sayWord(piece: string, tongue: Tongue, own: OwnWords): string {
  if (!/^[\p{L}\p{N}]/u.test(piece)) return piece;
  const word = fold(piece);
  const meaning = meaningOf([word], tongue);
  if (meaning !== undefined && tongue.markers.has(word)) return meaning;
  if (word.length < leastOfName) return meaning ?? nounOf(word, tongue) ?? piece;
  if (own.isName(piece.toLowerCase())) return piece;
  const named = own.byRoot(rootOf(word, tongue.endings), tongue);
  // "Alumnas" of a table `alumnos"; "Raucherinnen" of a column `Raucherin`
  const isOwnForm = named !== undefined && tongue.feminine.test(fold(named));
  return (
    (isOwnForm ? undefined : sayWomen(word, tongue)) ??
    named ??
    meaning ??
    nounOf(word, tongue) ??
    sayCompound(word, tongue, own) ??
    misspelt(word, tongue) ??
    piece
  );
}

const persons = new Set(
  'employee customer student player guest doctor patient manager visitor driver user author member passenger partner smoker child'.split(
    ' ',
  ),
);

/** "Schülerinnen", "alumnas": the students that are women, not all of them. */
function sayWomen(word: string, tongue: Tongue): string | undefined {
  if (!tongue.feminine.test(word) || isNoun(word) || isNoun(word.replace(/s$/, ''))) return undefined;
  const noun = nounOf(word, tongue) ?? nounOf(word.replace(tongue.feminine, ''), tongue);
  return noun !== undefined && persons.has(noun) ? `female ${noun}s` : undefined;
}

const leastOfPart = 4;
const joints = ['', 's', 'es', 'n', 'en'];

/** "Vertragslaufzeit", "Kündigungsquote": two words that are known. */
function sayCompound(word: string, tongue: Tongue, own: OwnWords): string | undefined {
  for (let cut = leastOfPart - 1; cut <= word.length - leastOfPart + 1; cut += 1) {
    const [start, end] = [word.slice(0, cut), word.slice(cut)];
    const second = /^art(en)?$/.test(end) ? 'type' : sayPart(end, tongue, own);
    if (second === undefined) continue;
    const starts = joints.filter((joint) => start.endsWith(joint)).map((joint) => start.slice(0, cut - joint.length));
    const first = starts.map((part) => sayPart(part, tongue, own)).find((said) => said !== undefined);
    if (first !== undefined) return `${first} ${second}`;
  }
  return undefined;
}

function sayPart(part: string, tongue: Tongue, own: OwnWords): string | undefined {
  if (part.length < leastOfPart) return undefined;
  const meaning = meaningOf([part], tongue);
  if (meaning !== undefined && tongue.markers.has(part)) return meaning;
  return own.byRoot(rootOf(part, tongue.endings), tongue) ?? meaning ?? nounOf(part, tongue);
}
