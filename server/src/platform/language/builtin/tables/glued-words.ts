import { isEnglishWord } from '../../wordnet.ts';

const shortest = 7;
const shortestPart = 4;

/** "Unitprice" is "unit price": a name that is no English word, but two of them side by side in one way only. */
export function gluedWords(name: string): [first: string, second: string] | undefined {
  if (!/^[a-z]+$/i.test(name) || name.length < shortest) return undefined;
  const word = name.toLowerCase();
  if (isEnglishWord(word) || isEnglishWord(word.replace(/s$/, ''))) return undefined;
  const lengths = Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, at) => shortestPart + at);
  const splits = lengths.flatMap((length): [string, string][] => {
    const [first, second] = [word.slice(0, length), word.slice(length)];
    const isName = isEnglishWord(first) && (isEnglishWord(second) || isEnglishWord(second.replace(/s$/, '')));
    return isName ? [[first, second]] : [];
  });
  // Bird strikes, not birds and trikes
  const [one, other] = splits.length > 1 ? splits.filter(([first]) => !first.endsWith('s')) : splits;
  return other ? undefined : one;
}
