import { isSmall } from '../questions/link/small-words.ts';
import { wordsOf } from '../questions/words/tokens.ts';
import type { ColumnSummary } from './grounding.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import { wordsOfName } from './words/tokens.ts';
import { isTypingErrorOf } from './words/typing-errors.ts';
import { isEnglishWord } from './words/wordnet.ts';

/** Words of questions that are misspelt often enough. */
const asked = 'average median total number percentage share highest lowest maximum minimum between different'.split(
  ' ',
);
const shortest = 5;
/** "Neighbourhood" is the column `neighborhood`, although it is a word. */
const longest = 11;
const mostWords = 3000;

const kept = new WeakMap<readonly ColumnSummary[], readonly string[]>();

/** Puts names of tables, columns and values in place of words that nobody knows and that are written nearly so. */
export function correctTyping(question: string, surroundings: Surroundings): string {
  const tables = ofKind(surroundings, 'sql').flatMap((one) => one.tables);
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

function namesIn(columns: readonly ColumnSummary[]): readonly string[] {
  const known = kept.get(columns);
  if (known) return known;
  const values = columns.flatMap(({ values = [] }) => (values.length <= fewValues ? values.map(String) : []));
  const names = [...new Set([...columns.map(({ name }) => name), ...values].flatMap(wordsOfName))];
  kept.set(columns, names);
  return names;
}

const fewValues = 60;
