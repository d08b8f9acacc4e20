import { decodeWhole } from './detect-encoding.ts';

/** A code page of Latin letters with its prior log likelihood. */
const pages: readonly [name: string, prior: number][] = [
  ['windows-1252', 0],
  ['windows-1250', -1.5],
  ['windows-1254', -2.5],
  ['windows-1257', -3],
  ['iso-8859-2', -3],
  ['iso-8859-4', -6],
  ['cp850', -3],
  ['cp852', -4],
  ['cp437', -4.5],
  ['macintosh', -3.5],
];

interface Language {
  /** Letters beyond ASCII, frequent ones first; those after the bar are rare. */
  letters: string;
  /** Matches places where its letters never occur. */
  never?: RegExp;
  prior?: number;
}

const languages: readonly Language[] = [
  { letters: 'éèàêçôîâûùëï|üöäœæÿñáóíã', never: /è\P{L}|[âêîôû]\P{L}/u },
  { letters: 'üäöß|éèàçôáñ' },
  { letters: 'óíáéñú|üç' },
  { letters: 'ãçáéóõíêâú|ôàü', never: /ã[^oes\s]|õ[^e]|[âêô]\P{L}/u },
  { letters: 'àèìòù|éç', never: /[àèìòù]\p{L}/u },
  { letters: 'åäö|éüæø' },
  { letters: 'æøå|éöäüóô' },
  { letters: 'íáðéóöúæþý|', prior: -1 },
  { letters: 'éëïè|öüêáóä' },
  { letters: 'éíèàòçóúï|üñ', prior: -1 },
  { letters: 'áíéóú|', prior: -1 },
  { letters: 'łóąężśćńź|éöü' },
  { letters: 'íáéěřčžýůšúňťďó|öüä' },
  { letters: 'áíčéžýšľúťôďňóä|ěöüĺŕ' },
  { letters: 'áéöóíőúüű|ä' },
  { letters: 'čšžćđ|éöü' },
  { letters: 'ăâîșțşţ|éöü' },
  { letters: 'ıüşçöğİ|âîû' },
  { letters: 'āīēšņūļžčģķ|öü' },
  { letters: 'ėšžųįąčęū|' },
  { letters: 'äõüöšž|', prior: -1 },
];
/** Letters that western languages borrow in names, and how many listed languages are western. */
const borrowed = 'àáâãäåæçèéêëíîïñóôõöøúûü';
const westernLanguages = 11;
const weights = languages.map(({ letters }, place) => {
  const [frequent, seldom] = letters.split('|').map((some) => [...some]);
  const known = new Map((place < westernLanguages ? [...borrowed] : []).map((letter) => [letter, -4.5]));
  for (const letter of seldom) known.set(letter, -4);
  for (const [index, letter] of frequent.entries()) known.set(letter, -0.5 - (1.5 * index) / frequent.length);
  return known;
});

const foreign = -7;
const meaningless = -12;
/** Signs that occur in tables beside words and figures. */
const signs = new Set([...'°€£§«»–—“”„‘’…·±²³µ×¿¡ªº½¼¾®©™\u00a0•‰']);

export interface RankedPage {
  encoding: string;
  score: number;
  text: string;
}

/** Ranks the code pages by how much the words of a text look like one language, the likeliest first. */
export function rankLatinPages(bytes: Buffer): RankedPage[] {
  return pages
    .map(([encoding, prior]) => {
      const text = decodeWhole(bytes, encoding);
      return { encoding, text, score: prior + scoreOf(text) };
    })
    .sort((left, right) => right.score - left.score);
}

const odd = /(?<=(.?))([^\p{ASCII}])(?=(.?))/gsu;

function scoreOf(text: string): number {
  const sums = languages.map(({ prior = 0 }) => prior);
  let shared = 0;
  for (const [, before, character, after] of text.matchAll(odd)) {
    const lower = character === 'İ' ? character : character.toLowerCase();
    const own = shapeOf(character, before, after);
    shared += own;
    if (own <= foreign || !/\p{L}/u.test(character)) continue;
    for (const [index, known] of weights.entries()) {
      const isNever = languages[index].never?.test(lower + (after || ' '));
      sums[index] += isNever ? foreign : (known.get(lower) ?? foreign);
    }
  }
  return shared + Math.max(...sums);
}

/** Returns how odd a character is at its place, in any language. */
function shapeOf(character: string, before: string, after: string): number {
  const isLetter = /\p{L}/u;
  if (!isLetter.test(character)) {
    if (!signs.has(character)) return meaningless;
    if (/[ªº²³½¼¾]/.test(character)) return isLetter.test(after) || /^\p{Lu}/u.test(before) ? foreign : -2;
    if (/[’‘·–]/.test(character)) return -1;
    if (/[©®™§‰•]/.test(character) && isLetter.test(before + after)) return foreign;
    return isLetter.test(before) && isLetter.test(after) ? foreign : -1;
  }
  const isUpper = /\p{Lu}/u.test(character);
  // A capital within a word of small letters, or a letter beside a digit.
  if (isUpper && /\p{Ll}/u.test(before)) return foreign;
  if (!isUpper && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after)) return foreign;
  return /\d/.test(before + after) ? -3 : 0;
}
