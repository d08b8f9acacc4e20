import type { Field } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import type { Token } from '../words/tokens.ts';
import { type End, endOfAny, endsOf, isSuperlative, saysOfEach, wordsOfEnds } from '../words/which-end.ts';
import type { Candidate } from './candidate.ts';

/** Whether a candidate takes another end than the words ask for: the dearest for "the cheapest". */
export function takesOtherEnd({ tokens, table, columns }: LinkedQuestion): (candidate: Candidate) => boolean {
  // A column may be called "last visit"
  const isName = (at: number) => columns.some(({ score, words }) => score > 0.99 && hasWord(words, at));
  const isSaid = ({ text }: Token, at: number) => !/^(first|last)$/.test(text) || !isName(at);
  const said = wordsOfEnds(tokens.filter(isSaid).map(({ text }) => text));
  const kept = new Map<Field['column'] | undefined, Asked>();
  const askedOf = (column: Field['column'] | undefined): Asked => {
    const known = kept.get(column) ?? endsIn(said, column, table.isWhole);
    kept.set(column, known);
    return known;
  };
  const isOther = (column: Field['column'] | undefined, descending: boolean) => {
    const { end } = askedOf(column);
    return end !== undefined && (end === 'largest') !== descending;
  };
  return ({ rows: { pick }, answer }) => {
    if (pick && isOrdered(pick.field)) return isOther(pick.field.column, pick.descending);
    if (answer.kind === 'top') {
      const { measure } = answer;
      return isOther(measure.of === 'field' ? measure.field.column : undefined, answer.descending);
    }
    if (answer.kind !== 'figure' || !/^(highest|lowest)$/.test(answer.aggregate)) return false;
    const { column } = answer.field;
    return askedOf(column).isOfScale && isOther(column, answer.aggregate === 'highest');
  };
}

/** What the words of a question ask for of a column. */
interface Asked {
  /** Undefined where they say nothing, or both. */
  end: End | undefined;
  isOfScale: boolean;
}

/** On rows that are all known the model knows better what "most" and "top" ask for, but "cheapest" is never the dearest. */
function endsIn(said: readonly string[], column: Field['column'] | undefined, isWhole: boolean): Asked {
  const { of, byScale } = endsOf(column ?? ofRows);
  const [told, ...others] = new Set(
    said.map((word) => (isWhole && !plainEnd.test(word) ? byScale(word) : of(word))).filter((one) => one !== undefined),
  );
  return {
    end: others.length === 0 ? told : undefined,
    isOfScale: said.some((word) => byScale(word) !== undefined),
  };
}

const plainEnd = /(?<!^b|^r)est$|^bottom$/;

const ofRows = { name: '', type: 'integer' };

/** Places in the table and numbers within texts have no end by their words. */
function isOrdered({ kind, part }: Field): boolean {
  return (kind === 'number' && (part === 'whole' || part === 'year')) || kind === 'date';
}

/** "The cheapest town", "which town is the cheapest" of many homes is no home that is cheapest: whether a candidate tells the label of one row for that. */
export function picksRowOfGroup({
  tokens,
  table,
  columns,
  rowWords,
}: LinkedQuestion): (candidate: Candidate) => boolean {
  const end = tokens.findIndex(({ text }, at) => isGraded(tokens, at) || (isEnd(text) && !isMost(text)));
  const isBefore =
    end > 2 &&
    !isSmall(tokens[1].text) &&
    tokens.slice(2, end).every(({ text }) => /^(is|are|was|were|the|most|least)$/.test(text));
  const label = isBefore ? 1 : end + 1;
  const isLabel = (at: number) =>
    hasWord(columns[at].words, label) && (table.columns[at].distinct ?? table.rowCount) < mostlyOwn * table.rowCount;
  if (end < 0 || hasWord(rowWords, label)) return () => false;
  return ({ rows: { pick }, answer }) =>
    pick !== undefined &&
    pick.field.part !== 'place' &&
    answer.kind === 'values' &&
    answer.field.kind === 'text' &&
    pick.field.at !== answer.field.at &&
    isLabel(answer.field.at);
}

/** "The most expensive" is not what has the most rows: whether groups are ranked by these where a word grades a column. */
export function countsForGraded({ tokens, columns }: LinkedQuestion): (candidate: Candidate) => boolean {
  const graded = tokens.findIndex((_, at) => isGraded(tokens, at) && columns.some(({ words }) => hasWord(words, at)));
  const isOfNumbers = graded >= 0 && saysOfEach([tokens[graded]]);
  return ({ answer }) => isOfNumbers && answer.kind === 'top' && answer.measure.of === 'rows';
}

const isMost = (word: string) => /^(most|least)$/.test(word);

function isGraded(tokens: readonly Token[], at: number): boolean {
  return isMost(tokens[at - 1]?.text ?? '');
}

const mostlyOwn = 0.7;
const isEnd = (word: string) => endOfAny(word) !== undefined || isSuperlative(word);
