import { isEnglishWord } from '../platform/dictionary/wordnet.ts';
import { isSmall } from '../questions/link/small-words.ts';
import { wordsOf } from '../questions/words/tokens.ts';
import type { ColumnSummary } from './grounding.ts';
import { keptBy } from './kept-by.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { type Surroundings, tablesOf } from './surroundings.ts';
import { wordsOfName } from './words/tokens.ts';
import { isTypingErrorOf } from './words/typing-errors.ts';

/** Words of questions that are misspelt often enough. */
const asked = 'average median total number percentage share highest lowest maximum minimum between different'.split(
  ' ',
);
const shortest = 5;
/** "Neighbourhood" is the column `neighborhood`, although it is a word. */
const longest = 11;
const mostWords = 3000;

/** Puts names of tables, columns and values in place of words that nobody knows and that are written nearly so. */
export function correctTyping(question: string, surroundings: Surroundings): string {
  const tables = tablesOf(surroundings);
  const own = ownWordsOf(tables);
  const unknown = wordsOf(question).filter(
    (word) => word.length >= shortest && !/\d/.test(word) && !isSmall(word) && !own.isName(word),
  );
  const wrong = unknown.filter((word) => word.length >= longest || !isEnglishWord(word));
  return wrong.reduce((text, word) => {
    const names = [...tables.flatMap(({ name, columns }) => [...wordsOfName(name), ...namesIn(columns)]), ...asked];
    const meant = new Set(names.slice(0, mostWords).filter((name) => isTypingErrorOf(word, name)));
    const [only] = meant;
    return meant.size === 1 ? text.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'), only) : text;
  }, question);
}

const fewValues = 60;

const namesIn = keptBy((columns: readonly ColumnSummary[]) => {
  const values = columns.flatMap(({ values = [] }) => (values.length <= fewValues ? values.map(String) : []));
  return [...new Set([...columns.map(({ name }) => name), ...values].flatMap(wordsOfName))];
});
