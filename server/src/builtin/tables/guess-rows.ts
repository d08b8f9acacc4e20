import type { TableSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Edge } from '../words/phrases.ts';
import type { Token } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isEnglishWord, isPersonNoun } from '../words/wordnet.ts';
import { giveUp } from './choices.ts';
import type { Frame } from './frame.ts';
import type { Sentence } from './sentence.ts';
import type { Mention } from './table-names.ts';
import { flagOf } from './traits.ts';

const relatedCost = 0.3;
const agentCost = 0.5;
const unrelatedCost = 1;
const leastLetters = 4;

/** Takes a word that names nothing of the table for its rows: "rides" of `taxi`, "winners" where rows are people. */
export function guessRowNoun(
  tokens: readonly Token[],
  at: number,
  table: TableSummary,
  vocabulary: Vocabulary,
): Edge<Mention>[] {
  const { kind, text } = tokens[at];
  if (kind !== 'word' || text.length < 3 || !/^\p{L}+$/u.test(text)) return [];
  const edge = (reading: Mention, cost: number) => [{ from: at, to: at + 1, reading, cost }];
  const one = vocabulary.singular(text);
  if (isPartOfName(one, table, vocabulary)) return edge({ kind: 'table', loose: text }, relatedCost);
  // "Professors" are some of the people where jobs are told
  if (vocabulary.agentEnding.test(one) && tellsJobs(table, vocabulary)) return [];
  if (someOfPeople.has(one)) return [];
  const isPerson = vocabulary.agentEnding.test(one) || (!tokens[at].capital && isPersonNoun(one));
  if (isPerson && tellsJobs(table, vocabulary)) return [];
  if (isPerson && isAboutPeople(table, vocabulary))
    return edge({ kind: 'table', loose: text, guessed: true }, agentCost);
  // A word that is none is rather misspelt
  if (!isEnglishWord(one)) return [];
  return edge({ kind: 'table', loose: text, guessed: true }, unrelatedCost);
}

/** Nouns that mean only some of the people. */
const someOfPeople = new Set(
  'adult child teenager teen minor senior juvenile girl boy man woman male female baby infant toddler kid pensioner retiree elder youth adolescent widow widower wife husband mother father veteran foreigner immigrant millionaire smoker drinker graduate'.split(
    ' ',
  ),
);

/** "Pizzas" of `pizzaplace`, "tests" of `covid_testing`. */
function isPartOfName(one: string, { name }: TableSummary, { singular, stem }: Vocabulary): boolean {
  const words = wordsInEnglish(name);
  if (words.some((word) => stem(word) === stem(one))) return true;
  const ones = words.map(singular);
  return one.length >= leastLetters && ones.some((word) => word.startsWith(one) || word.endsWith(one));
}

function tellsJobs({ columns }: TableSummary, { singular, concepts }: Vocabulary): boolean {
  return columns.some(
    ({ name, type }) => type === 'text' && wordsInEnglish(name).some((word) => concepts.job.includes(singular(word))),
  );
}

export function isAboutPeople(table: TableSummary, vocabulary: Vocabulary): boolean {
  const words = new Set(table.columns.flatMap(({ name }) => wordsInEnglish(name).map(vocabulary.singular)));
  return vocabulary.personTraits.filter((trait) => words.has(trait)).length >= 2;
}

/** Refuses a guessed noun where the question asks for it rather than counts or describes it, or where all hangs on it. */
export function checkGuessedRows(sentence: Sentence): void {
  refuseOwned(sentence);
  const nouns = sentence.items.flatMap((item, at) =>
    item.kind === 'table' && item.guessed ? [{ at, text: item.text }] : [],
  );
  if (nouns.length === 0) return;
  const { singular } = sentence.context.vocabulary;
  if (new Set(nouns.map(({ text }) => singular(text))).size > 1) giveUp();
  if (!isAnchored(sentence.frame) || !nouns.every(({ at }) => standsForRows(sentence, at))) giveUp();
}

/** "How many employees does Citigroup have": they are its own, not the rows. */
function refuseOwned(sentence: Sentence): void {
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind !== 'table' || !(item.loose || item.guessed) || !sentence.is(at - 1, 'count')) continue;
    const owner = sentence.items[at + 2];
    const hasOwner = /^(do|does|did)$/.test(sentence.items[at + 1]?.text ?? '') && owner?.kind === 'value';
    if (hasOwner && (item.guessed || /^(have|own|employ)$/.test(sentence.items[at + 3]?.text ?? ''))) giveUp();
  }
}

/** "How many rides by Sun Taxi" speaks of the table; "how many unicorns" does not. */
function isAnchored({ conditions, figures, ranks, contrast }: Frame): boolean {
  return conditions.length + figures.length > 0 || ranks.some(({ column }) => column) || contrast !== undefined;
}

function isGrouped(sentence: Sentence, at: number): boolean {
  return sentence.is(at, 'by') && sentence.items[sentence.next(at)]?.kind !== 'value';
}

/** "How many rides", "local rides", "the longest rides", "the distance of rides". */
function standsForRows(sentence: Sentence, at: number): boolean {
  const { items } = sentence;
  // "How many employees does Citigroup have", "passengers per flight"
  if (
    /^(do|does|did)$/.test(items[at + 1]?.text ?? '') ||
    sentence.is(at + 1, 'each', 'than') ||
    isGrouped(sentence, at + 1)
  )
    return false;
  const before = items[at - 1];
  if (!before || before.kind === 'table' || items[at + 1]?.kind === 'table') return false;
  if (before.kind === 'column' && before.to === items[at].from && !flagOf(before.column)) return false;
  const isPlural = sentence.context.vocabulary.singular(items[at].text) !== items[at].text;
  const isOne = before.kind === 'adjective' && before.form === 'superlative' && isPersonNoun(items[at].text);
  if (!(isPlural || isOne) || items[at + 1]?.kind === 'adjective') return false;
  if (before.kind === 'adjective') return before.form !== 'comparative';
  if (before.kind === 'number')
    return (
      items[at - 2] !== undefined && (sentence.is(at - 2, 'top', 'first', 'show') || items[at - 2].kind === 'adjective')
    );
  if (before.kind === 'value' || before.kind === 'column') return true;
  if (sentence.is(at - 1, 'count', 'show', 'share', 'exists')) return true;
  return sentence.is(at - 1, 'of') && (items[at - 2]?.kind === 'column' || sentence.is(at - 2, 'share'));
}
