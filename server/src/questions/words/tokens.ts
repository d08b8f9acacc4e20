import { numberWords } from './number-words.ts';

/** A word of a question or a name: lower case without accents, with the number that it says. */
export interface Token {
  text: string;
  stem: string;
  number?: number;
  /** "Third", "3rd". */
  isOrdinal?: boolean;
}

/** Questions are read up to this length: a reading's words are kept as bits of two integers. */
export const mostTokens = 60;

const pattern = /\d+(?:\.\d+)?(?:st|nd|rd|th)?(?![\p{L}\d])|[\p{L}\p{N}]+/gu;

/** Splits a text into words and numbers; signs are left out, "7,169" is one number. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll(/(?<=\p{L})['’](?:s(?!\p{L})|(?!\p{L}))/gu, '');
  return (plain.match(pattern) ?? []).map(withoutZeros);
}

function withoutZeros(word: string): string {
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
  return digits ?? (/^0+\d/.test(word) || /\.\d*0$/.test(word) ? String(Number(word)) : word);
}

export function tokenize(question: string): Token[] {
  const spelled = signs.reduce((text, [sign, words]) => text.replaceAll(sign, words), withRanges(question));
  const words = wordsOf(spelled).slice(0, mostTokens);
  // "Can one see" and "this one" count nothing
  return words.map((word, at) =>
    word === 'one' && countsNothing(words, at) ? { text: word, stem: word } : tokenOf(word),
  );
}

/** "The biggest one", "than an old one". */
function countsNothing(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return (
    standsForOne.test(before) ||
    before.endsWith('est') ||
    (at === words.length - 1 &&
      at > 3 &&
      !/^(than|to|is|be|least|most|exactly|only|just|over|under|by|equals?)$/.test(before))
  );
}

/** "2010-2015" and "18-29" are "2010 to 2015" and "18 to 29"; "3-1" and "2024-06" are not. */
function withRanges(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}\d.,:/-])(\d{1,4}) ?[-–] ?(\d{1,4})(?![\d:/-]|[.,]\d)/gu,
    (said, low: string, high: string) => {
      const isAlike = low.length === 4 || high.length === 4 ? low.length === high.length : !high.startsWith('0');
      return isAlike && Number(low) < Number(high) ? `${low} to ${high}` : said;
    },
  );
}

const standsForOne = /^(can|could|does|do|did|should|must|would|may|this|that|which|each|every|any|no|another)$/;

/** Signs that have words, and denials that lack theirs: "dont". */
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(is|are|was|were|do|does|did|has|have|had)nt(?!\p{L})/giu, "$1n't"],
  [/(?<![\d.])(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})(?!\d)/g, '$3-$2-$1'],
  [/(?<!\p{L})best[- ]?sell(?:ing|ers?)(?!\p{L})/giu, 'most sold'],
  [/(?<!\p{L})half an? million(?!\p{L})/giu, '500 thousand'],
  // "With us" is no country
  [/(?<=(?:with|from|to|by|for|of|about|cost|owe|owes|left|leave|paid|pay|takes?) )us(?!\p{L})/gu, 'we'],
  [/(?<=\d) ?\+(?!\d)/g, ' or more '],
  [/(?<=\d) ?%/g, ' percent '],
  [/%/g, ' percent '],
  [/(?<![\p{L}\d])(\d+(?:\.\d+)?) ?(?:[kK]|grand)(?![\p{L}\d])/gu, '$1 thousand '],
  [
    /(?<![\p{L}\d.])(\d+(?:\.\d+)?)(?=(?:sqft|sq|ft|mm|cm|km|kg|lbs?|mph|kmh|miles|rooms?|h|hrs?|mins?|years?|days?)(?![\p{L}\d]))/giu,
    '$1 ',
  ],
  [/(?<=[\p{L})]) ?\*(?= ?[\p{L}(])/gu, ' times '],
  [/(?<=[\p{L})]) \/ (?=[\p{L}(])/gu, ' divided by '],
  [/(?<=\p{L}) ?\+ ?(?=\p{L})/gu, ' and '],
  [/>=/g, ' at least '],
  [/<=/g, ' at most '],
  [/>/g, ' more than '],
  [/</g, ' less than '],
];

function tokenOf(text: string): Token {
  const stem = stemOf(text);
  if (/^\d/.test(text) && Number.isFinite(Number(text))) return { text, stem, number: Number(text) };
  const said = numberWords.get(text);
  return said === undefined ? { text, stem } : { text, stem, ...said };
}

/** Splits the name of a column into stems: `SalaryUSD`, `unit_price`, `Chart positions`. */
export function stemsOfName(name: string): string[] {
  const words = wordsOfName(name);
  const content = words.flatMap(unglue).filter((word) => !small.has(word));
  return (content.length > 0 ? content : words).map(stemOf);
}

/** `UnitPrice` and `unit_price` are two words. */
export function wordsOfName(name: string): string[] {
  const parted = name
    .replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replaceAll('#', ' number ');
  return wordsOf(parted.replaceAll('_', ' '));
}

/** `enddate` and `samplesize` are two words. */
function unglue(word: string): string[] {
  const [, first, last] = /^(?!candi|man)(\p{L}{3,})(date|size|name|type|code|status)$/u.exec(word) ?? [];
  return first === undefined ? [word] : [first, last];
}

/** The short phrases of what is written about a column, as it may be called: split at commas. */
export function phrasesOf(comment = ''): string[][] {
  const parts = comment.split(/[,;:()=]|\bor\b/).map(wordsOf);
  return parts.filter((words) => words.length > 0 && words.length <= mostOfPhrase);
}

const mostOfPhrase = 3;

const small = new Set('of the a an in and to for by on at is has was flag ind yn'.split(' '));

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=ss|sh|ch|x|z)es$/, ''],
  [/(?<=[^su])s$/, ''],
  [/(?<=[aeiouy].*[^aeiou])ing$/, ''],
  [/(?<=[aeiouy].*[^aeiou])ed$/, ''],
  [/(?<=..)e$/, ''],
  [/([^aeiouls])\1$/, '$1'],
];

const irregular = new Map(
  'ids:id won:win wins:win winner:win winners:win winning:win ran:run held:hold built:build made:make took:take sold:sell led:lead began:begin born:birth people:person men:man women:woman children:child dead:death died:death lost:lose losses:lose loss:lose spoke:speak written:write wrote:write flew:fly players:play player:play scored:score years:year given:give gave:give chose:choose bought:buy paid:pay left:leave'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Longer ones are no words of a language; the endings take the square of their length. */
const longestWord = 60;

export function stemOf(word: string): string {
  if (word.length > longestWord) return word;
  const known = irregular.get(word);
  if (known !== undefined) return known;
  return endings.reduce((stem, [ending, rest]) => (stem.length > 3 ? stem.replace(ending, rest) : stem), word);
}
