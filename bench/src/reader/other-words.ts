import { isSmall } from '../../../server/src/questions/link/small-words.ts';
import { isAsking } from '../../../server/src/questions/words/asking-words.ts';
import { wordsOf } from '../../../server/src/questions/words/tokens.ts';

/** A question with one of its words replaced by one of another question: what the table cannot answer. */
export function withOtherWord(question: string, other: string, random: () => number): string | undefined {
  const words = question.split(/\s+/);
  const places = words.flatMap((word, at) => (isTelling(word) ? [at] : []));
  const own = new Set(words.map((word) => word.toLowerCase()));
  const others = other.split(/\s+/).filter((word) => isTelling(word) && !own.has(word.toLowerCase()));
  if (places.length === 0 || others.length === 0) return undefined;
  const place = places[Math.floor(random() * places.length)];
  const put = others[Math.floor(random() * others.length)];
  return words.map((word, at) => (at === place ? put : word)).join(' ');
}

function isTelling(word: string): boolean {
  const [plain, ...more] = wordsOf(word);
  return plain !== undefined && more.length === 0 && plain.length > 2 && !isSmall(plain) && !isAsking(plain);
}
