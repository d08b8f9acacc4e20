import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import { endOfAny, isSuperlative } from '../words/which-end.ts';
import { type Candidate, only } from './candidate.ts';

/** A number of the question says one thing: "the 3 cheapest" are three, and not those with 3 rooms. */
export function usingNumbersOnce({ tokens }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  return candidates.filter(({ rows, answer }) => {
    const isLeft = (value: number) => tokens.some(({ number }, at) => number === value && !hasWord(rows.words, at));
    const { pick } = rows;
    if (pick && pick.count > 1 && !isLeft(pick.count)) return false;
    if (pick?.skip && !isLeft(pick.skip + 1)) return false;
    if (answer.kind === 'top' && answer.count > 1 && !isLeft(answer.count)) return false;
    return answer.kind !== 'having' || isLeft(answer.value);
  });
}

/**
 * What the form of a question to a large table asks for: "any homes …" a count, "list the homes …" rows, "rank the cities
 * by …" groups. On rows that are all known the ranking knows better, by what comes out.
 */
export function inAskedForm(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const { isWhole } = question.table;
  if (isWhole) return listsRowsBy(question, /^(list|show|display|print)$/) ? only(candidates, isOfRows) : candidates;
  if (asksWhetherAny(question)) return only(candidates, ({ answer }) => answer.kind === 'count');
  if (asksSorted(question)) return only(candidates, ({ answer }) => answer.kind === 'groups');
  if (asksDifferent.test(textOf(question))) return only(candidates, ({ answer }) => answer.kind === 'distinct');
  if (asksMostDone.test(textOf(question))) return only(candidates, ({ answer }) => answer.kind === 'top');
  if (asksMany.test(textOf(question))) return only(candidates, ({ answer }) => !listsMany(answer, question.table));
  const ended = asksEnd(question) ? only(candidates, takesEnd) : candidates;
  const picked = saysEnd(question) ? ended : only(ended, ({ rows: { pick } }) => pick === undefined);
  const saysPlace = question.tokens.some(({ text }) => placeWords.test(text));
  const ofRows = saysPlace ? picked : picked.filter(({ rows: { pick } }) => pick?.field.part !== 'place');
  if (listsRowsBy(question, listing)) return only(ofRows, isOfRows);
  return / list$/.test(textOf(question)) ? only(ofRows, ({ answer }) => answer.kind !== 'count') : ofRows;
}

const asksMany = /^(and |so )?how many /;

/** How many there are is no list of what each is called. */
function listsMany(answer: Candidate['answer'], { rowCount }: LinkedQuestion['table']): boolean {
  return answer.kind === 'values' && (answer.field.column.distinct ?? rowCount) > mostlyOwn * rowCount;
}

const mostlyOwn = 0.9;

/** No single row is sold or booked most. */
const asksMostDone =
  /\bmost (often )?(sold|popular|ordered|bought|purchased|booked|rented|visited|requested|used|frequent|frequently|common|commonly)\b|\b(sold|ordered|bought|booked|rented|visited) (the )?most\b/;

const asksDifferent =
  /^(how many|number of|count( of)?)( the)? (different|distinct|unique) (?!.* (by|per|each|every) )/;

/** "The coldest day", outside of names and values: not how many days there are. */
function asksEnd({ tokens, conditions, columns }: LinkedQuestion): boolean {
  const isNamed = (at: number) =>
    conditions.some(({ words }) => hasWord(words, at)) ||
    columns.some(({ score, words }) => score > 0.99 && hasWord(words, at));
  const isEndOf = (text: string) => text.endsWith('est') && (endOfAny(text) !== undefined || isSuperlative(text));
  return tokens.some(({ text }, at) => isEndOf(text) && !isNamed(at)) && !tokens.some(({ text }) => text === 'many');
}

/** Of a large table nothing is first or largest where no word says so. */
function saysEnd({ tokens }: LinkedQuestion): boolean {
  return tokens.some(({ text }) => isEnd(text) || placeWords.test(text) || ofEnds.test(text));
}

const ofEnds =
  /^(most|mostly|mainly|primarily|predominantly|least|fewest|record|peak|leader|leading|winner|winning|won|lead|leads|favou?rite|ranked|ranks?|sorted|ordered)$/;

const takesEnd = ({ rows, answer }: Candidate) =>
  rows.pick !== undefined ||
  answer.kind === 'top' ||
  answer.kind === 'groups' ||
  answer.kind === 'figures' ||
  (answer.kind === 'figure' && /est$/.test(answer.aggregate));
const isOfRows = ({ answer }: Candidate) => answer.kind === 'rows';
const placeWords =
  /^(first|last|earliest|latest|newest|oldest|recent|final|initial|top|bottom|row|rows|next|previous|after|before|[1-9](st|nd|rd|th))$/;

function asksWhetherAny(question: LinkedQuestion): boolean {
  return /^(any|(are|is|were|was) there (any|a|an)) /.test(textOf(question));
}

/** "Rank the cities by price", "price by city, highest first". */
function asksSorted(question: LinkedQuestion): boolean {
  const text = textOf(question);
  if (!/ (by|per|each|every) /.test(text)) return false;
  return (
    /^(rank|order|sort|break down|group|split) /.test(text) ||
    / (sorted|ascending|descending|(highest|lowest|most|least|largest|smallest) first)\b/.test(text)
  );
}

function textOf({ tokens }: LinkedQuestion): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** "Show me the 3 cheapest homes": between the verb and what the rows are called nothing names anything else. */
function listsRowsBy({ tokens, rowWords, columns }: LinkedQuestion, verbs: RegExp): boolean {
  const verb = tokens.findIndex(({ text }) => verbs.test(text));
  const namesColumn = (at: number) => columns.some(({ score, words }) => score > named && hasWord(words, at));
  const head = tokens.findIndex((_, at) => at > verb && hasWord(rowWords, at));
  if (head < 0 || verb > mostBefore || tokens[head + 1]?.text === 'have' || namesColumn(head)) return false;
  if (verbs === listing && tokens.some(({ text }) => figures.test(text))) return false;
  const isFirst = verb >= 0 || tokens[0].number !== undefined || isEnd(tokens[0].text);
  const isModifier = (at: number) =>
    tokens[at].number !== undefined ||
    isEnd(tokens[at].text) ||
    /^(best|worst|most|least)$/.test(tokens[at - 1]?.text) ||
    (isSmall(tokens[at].text) && !namesColumn(at));
  return isFirst && tokens.slice(verb + 1, head).every((_, at) => isModifier(verb + 1 + at));
}

const listing = /^(list|show|display|print|which)$/;
/** "Which day of the week has the highest average" asks for no row. */
const figures = /^(average|mean|avg|total|sum|median|week|most|fewest|many)$/;
const isEnd = (word: string) => endOfAny(word) !== undefined || isSuperlative(word) || /est$/.test(word);
const mostBefore = 3;
const named = 0.6;
