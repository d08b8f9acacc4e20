import { isEnglishWord, isNoun } from '../words/wordnet.ts';

/** Letters of names that are looked at: each place to cut a longer one costs a look into WordNet. */
const [shortest, longest] = [7, 24];
const shortestPart = 4;

/** "Unitprice" is "unit price": a name that is no English word, but two nouns side by side in one way only. */
export function gluedWords(name: string): [first: string, second: string] | undefined {
  if (!/^[a-z]+$/i.test(name) || name.length < shortest || name.length > longest) return undefined;
  const word = name.toLowerCase();
  const lengths = Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, at) => shortestPart + at);
  const splits = lengths.flatMap((length): [string, string][] => {
    const [first, second] = [word.slice(0, length), word.slice(length)];
    return isNoun(first) && isNoun(second) ? [[first, second]] : [];
  });
  // Bird strikes, not birds and trikes
  const [one, other] = splits.length > 1 ? splits.filter(([first]) => !first.endsWith('s')) : splits;
  return other || isEnglishWord(word) || isNoun(word) ? undefined : one;
}
