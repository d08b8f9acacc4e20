import { isDoerOf } from '../../questions/link/word-kin.ts';
import type { ColumnSummary, TableSummary } from '../grounding.ts';
import type { Edge } from '../words/phrases.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import { isTypingErrorOf } from '../words/typing-errors.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isEnglishWord } from '../words/wordnet.ts';
import type { FoundValue } from './found-value.ts';
import { connecting, isKindRatherThanName, joinSpellings } from './mentions.ts';
import { type KnownValue, knownValue, type Mention, type Names, namesOf } from './table-names.ts';
import { flagOf } from './traits.ts';

/** Guesses what the token at `at`, with up to three after it, may abbreviate or misspell. */
export function guessMentions(
  tokens: readonly Token[],
  at: number,
  table: TableSummary,
  found: readonly FoundValue[],
  vocabulary: Vocabulary,
): Edge<Mention>[] {
  const names = namesOf(table, vocabulary);
  const guesses = [1, 2, 3, 4].flatMap((length) => {
    const part = tokens.slice(at, at + length);
    if (
      part.length < length ||
      part.some(({ kind, text }) => (kind === 'sign' && text !== '/') || connecting.has(text))
    )
      return [];
    const words = part.map(({ text }) => vocabulary.singular(text.toLowerCase()));
    if (length > 3 && !words.some((word) => joints.has(word))) return [];
    // "Salads" are things, "national" is rather a trait
    const isName = part.some(({ capital, text }, place) => capital || text !== words[place]);
    const isHeadless = ({ reading }: Guess) =>
      part.length === 1 && !part[0].capital && isModifier(part[0].text, words[0], reading);
    return guess(words, names, found, table, vocabulary, tokens[0].text === 'who')
      .filter(
        (one) =>
          !isHeadless(one) && !isKindRatherThanName({ ...one, from: at, to: at + length }, tokens, table, vocabulary),
      )
      .map(({ reading, cost: own }) => ({
        cost:
          own +
          (!isName && reading.kind === 'value' && (reading.contains || isPartOfName(reading, words, table))
            ? costOfCommonPart
            : 0),
        from: at,
        to: at + length,
        reading,
      }));
  });
  // "Employees" is no misspelt "employers"
  const { kind, text } = tokens[at];
  const one = vocabulary.singular(text);
  const mayBeMisspelt = kind === 'word' && !isCommonNoun(one, vocabulary) && !isEnglishWord(one);
  const similar = mayBeMisspelt ? names.book.findSimilar(text, at) : [];
  return [...guesses, ...similar.filter(({ reading }) => !(reading.kind === 'column' && reading.denied))];
}

const costOfCommonPart = 0.4;

/** "Burgers" are not of Burger King: a plural names the last word of a name, what stands before it is another thing. */
function isModifier(text: string, singular: string, reading: Mention): boolean {
  if (text === singular || reading.kind !== 'value' || reading.contains || reading.values.length > 1) return false;
  const own = wordsOfName(String(reading.values[0]).split(/[,(]/, 1)[0]);
  // "Notebooks" are those of the model "Notebook A5"
  if (own.slice(1).every((word) => /\d/.test(word))) return false;
  return own.length > 1 && own[0].startsWith(singular) && !own.at(-1)?.startsWith(singular);
}

/** "Software companies" are rather of that kind than one that is called so. */
function isPartOfName(
  { column, values }: Extract<Mention, { kind: 'value' }>,
  words: readonly string[],
  { row_count }: TableSummary,
): boolean {
  return (column.distinct ?? 0) > 0.5 * row_count && wordsOfName(String(values[0])).length > words.length;
}

/** Between the words of a name: "student to faculty ratio", "student/faculty ratio". */
const joints = new Set(['to', '/', 'per', 'of']);

interface Guess {
  reading: Mention;
  cost: number;
}

function guess(
  words: string[],
  names: Names,
  found: readonly FoundValue[],
  table: TableSummary,
  vocabulary: Vocabulary,
  /** "Who directed": the verb names a column of people. */
  ofPeople: boolean,
): Guess[] {
  return [...guessColumns(words, names, vocabulary, ofPeople), ...guessValues(words, names, found, table, vocabulary)];
}

function guessColumns(words: string[], { columns }: Names, vocabulary: Vocabulary, ofPeople: boolean): Guess[] {
  const stems = words.map(vocabulary.stem);
  return columns.flatMap(({ column, letters, words: own, stems: ownStems, secondary }): Guess[] => {
    const reading = { kind: 'column', column } as const;
    // "Guests" are not `is_repeated_guest`
    if (words.length === 1 && own.length > 1 && isRowNoun(words[0], vocabulary) && flagOf(column)) return [];
    if (words.some((word) => own.some((one) => isDoerOf(word, one)))) return [];
    // "Tested" is no `test_id`
    const isVerb =
      !ofPeople && words.some((word) => word.endsWith('ed') && !own.includes(word)) && column.type === 'text';
    if (words.length <= own.length && stems.every((stem) => ownStems.includes(stem)) && (!isVerb || flagOf(column)))
      return [{ reading, cost: costOfPart(stems, ownStems, flagOf(column) !== undefined) + secondary }];
    // "Waterfront" is `front_of_water`, "tech support" is `technical_support`
    const isJoined =
      words.length === 1 && own.length === 2 && [own, own.toReversed()].some((one) => one.join('') === words[0]);
    const isShortened =
      words.length > 1 &&
      words.length === own.length &&
      words.every((word, place) => word.length > 2 && own[place].startsWith(word));
    if (isJoined || isShortened) return [{ reading, cost: 0.2 + secondary }];
    // "Time zone" is of `user_timezone`
    if (words.length > 1 && own.includes(words.join(''))) return [{ reading, cost: 0.15 + secondary }];
    if (
      words.length === 1 &&
      words[0].length >= 3 &&
      own.length === 1 &&
      own[0].length > 4 &&
      own[0].startsWith(words[0])
    )
      return [{ reading, cost: 0.5 + secondary }];
    // "Home runs" are HR
    if (words.length === 2 && /^[A-Z]{2}$/.test(column.name) && words.map((word) => word[0]).join('') === letters)
      return [{ reading, cost: 0.45 }];
    // "Applications" are `apps`
    if (
      words.length === 1 &&
      letters.length >= 4 &&
      own.length === 1 &&
      own[0].length >= 3 &&
      words[0].length >= own[0].length + 2 &&
      words[0].startsWith(own[0])
    )
      return [{ reading, cost: 0.45 + secondary }];
    return [];
  });
}

function costOfPart(stems: readonly string[], own: readonly string[], isFlag: boolean): number {
  if (stems.length === own.length) return 0.2;
  // One word of a long name says little of it
  if (isFlag && stems.length === 1 && own.length > 2) return 0.7;
  return stems.includes(own[own.length - 1]) ? 0.35 : 0.5;
}

/** Finds one value that contains the words, or all that begin with them. */
function guessValues(
  words: string[],
  { values }: Names,
  found: readonly FoundValue[],
  table: TableSummary,
  vocabulary: Vocabulary,
): Guess[] {
  if (words.every((word) => word.length < 3) || words.every((word) => vocabulary.lightWords.includes(word))) return [];
  const stems = words.map(vocabulary.stem);
  const all = [...values, ...knownOf(found, table, vocabulary)].filter(
    ({ column }) => !isProse(column, table.row_count),
  );
  // "Companies" are not the value "Trading companies"
  const isCommon = words.every((word) => isCommonNoun(word, vocabulary));
  // "African" is no part of "Central African Republic"
  const isOfPeople = words.length === 1 && demonymsIn(vocabulary).has(words[0]);
  const mustBeWhole = isCommon || isOfPeople;
  const fitting = all.filter(
    (one) => fitsValue(words, stems, one) && (!mustBeWhole || one.words.length === words.length),
  );
  const byColumn = [...Map.groupBy(fitting, ({ column }) => column)];
  // One word in four says too little of a single value
  const telling = byColumn.filter(
    ([{ values: listed }, all]) => listed || all.some((one) => one.words.length <= 3 * words.length) || all.length > 1,
  );
  return telling.map(([column, all]): Guess => {
    const texts = [...new Set(all.flatMap((one) => one.values))];
    const whole = all.some((one) => one.words.length === words.length);
    const least = Math.min(...all.map(({ cost }) => cost));
    const isPart = all.length > 1 && all.every((one) => one.words.length > words.length && holdsWords(one, words));
    return {
      reading: { kind: 'value', column, values: texts, guessed: true, ...(isPart ? { contains: words } : {}) },
      cost: least + (whole ? 0.3 : all.length === 1 ? 0.5 : 0.6),
    };
  });
}

const demonyms = new WeakMap<Vocabulary, ReadonlySet<string>>();

function demonymsIn(vocabulary: Vocabulary): ReadonlySet<string> {
  const known =
    demonyms.get(vocabulary) ?? new Set(Object.values(vocabulary.demonyms).flatMap((all) => all.split(',')));
  demonyms.set(vocabulary, known);
  return known;
}

const commonNouns = new WeakMap<Vocabulary, Set<string>>();

/** Returns whether a word names a kind of thing, as "company" and "house" do. */
function isCommonNoun(word: string, vocabulary: Vocabulary): boolean {
  const { concepts, rowKinds } = vocabulary;
  const known =
    commonNouns.get(vocabulary) ??
    new Set([...Object.values(concepts).flat(), ...rowKinds.flatMap(({ anybody, nouns }) => [...anybody, ...nouns])]);
  commonNouns.set(vocabulary, known);
  return known.has(word);
}

function isRowNoun(word: string, { rowKinds }: Vocabulary): boolean {
  return rowKinds.some(({ anybody, nouns }) => anybody.includes(word) || nouns.includes(word));
}

function holdsWords({ words: own }: KnownValue, words: readonly string[]): boolean {
  return words.every((word) => own.includes(word));
}

const knownFinds = new WeakMap<readonly FoundValue[], KnownValue[]>();

function knownOf(found: readonly FoundValue[], table: TableSummary, vocabulary: Vocabulary): KnownValue[] {
  const kept = knownFinds.get(found);
  if (kept) return kept;
  const all = joinSpellings(found, table).map((one) => knownValue(one.column, one.values, one.cost, vocabulary));
  knownFinds.set(found, all);
  return all;
}

function fitsValue(words: string[], wanted: string[], { words: own, stems }: KnownValue): boolean {
  if (words.length > 1 && words.join('') === own.join('')) return true;
  if (words.length > own.length) return false;
  // The words begin or end the value, or are at least half of it
  const isWhole = words.length === own.length;
  const holds = words.every((word, at) => own.includes(word) || (isWhole && stems.includes(wanted[at])));
  const [first, last] = [wanted[0], wanted[wanted.length - 1]];
  if (holds && (first === stems[0] || last === stems[stems.length - 1] || 2 * words.length >= own.length)) return true;
  if (holds && own.length <= 3 && words[0].length >= 4) return true;
  if (words.length !== own.length) return false;
  return words.every(
    (word, at) =>
      word === own[at] ||
      (word.length >= 3 && 2 * word.length >= own[at].length && own[at].startsWith(word)) ||
      (isTypingErrorOf(word, own[at]) && !isEnglishWord(word)),
  );
}

const proseNames =
  /text|comment|description|review|message|body|content|note|title|summary|headline|tweet|post|abstract|remark/i;
const leastDistinct = 0.5;

/** Whether a column holds sentences: words in them are no names. */
function isProse({ name, type, distinct }: ColumnSummary, rowCount: number): boolean {
  return type === 'text' && (distinct ?? 0) > leastDistinct * rowCount && proseNames.test(name);
}
