import { analysisOf, type Language } from './analyses.ts';

const longestTerm = 64;
/** Matches words with inner hyphens and apostrophes; numbers of any script are words. */
const words = /[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Returns the terms of a text in order: folded (case, accents, width) and stemmed; compounds whole and in parts;
 * character pairs for scripts without spaces. Terms contain only letters and digits.
 */
export function termsOf(text: string, language: Language): string[] {
  return wordsOf(text, language).flatMap((word) => termsOfWord(word, language));
}

/** Returns the distinct search terms of a query, without stop words unless there are no others. */
export function queryTermsOf(query: string, language: Language): string[] {
  return [...new Set(queryWordsOf(query, language).flatMap((word) => termsOfWord(word, language)))];
}

/** Characters of a query that are read: only its first terms are searched, and words of little meaning stand between. */
const longestQuery = 8000;

/** Returns the words of a query in small letters, without stop words unless there are no others. */
export function queryWordsOf(query: string, language: Language): string[] {
  const all = wordsOf(query.slice(0, longestQuery), language);
  const { stopWords } = analysisOf(language);
  const telling = all.filter((word) => !stopWords.has(word));
  return telling.length > 0 ? telling : all;
}

/** Between a small and a capital letter, as in `peerDependencies`. */
const hump = /(?<=\p{Ll})(?=\p{Lu})/u;

/** Returns the words of a text in small letters, of a name in camel case its parts, too. */
function wordsOf(text: string, language: Language): string[] {
  const { elision } = analysisOf(language);
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, ''); // searches 1,200 as 1200
  const found = (folded.match(words) ?? []).flatMap((word) => {
    const parts = word.split(hump);
    return parts.length > 1 ? [word, ...parts] : parts;
  });
  const small = found.map((word) => word.toLowerCase().replaceAll('ß', 'ss'));
  return elision ? small.map((word) => word.replace(elision, '')) : small;
}

/** Returns the terms of one word, as an index holds them. */
export function termsOfWord(word: string, language: Language): string[] {
  const spaced = word.replace(unspaced, ' ');
  const pairs = spaced === word ? [] : (word.match(unspaced) ?? []).flatMap(pairsOf);
  return [...spaced.split(' ').flatMap((part) => termsOfCompound(part, language)), ...pairs];
}

/** Returns `e-mail` as `email`, `e`, `mail`; `tenant's` as `tenant`. */
function termsOfCompound(word: string, language: Language): string[] {
  const parts = word
    .replace(/['’](?:s|t|re|ll|ve|d|m)$/, '')
    .split(/[-'’]/)
    .filter(Boolean);
  const whole = parts.length > 1 && /\p{L}/u.test(word) ? [parts.join('')] : [];
  return [...parts, ...whole].map((part) => {
    const short = [...part.slice(0, 2 * longestTerm)].slice(0, longestTerm).join('');
    return analysisOf(language).stem(short);
  });
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index] + character);
}
