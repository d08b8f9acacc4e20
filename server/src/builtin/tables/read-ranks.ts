import { endsOf } from '../../questions/words/which-end.ts';
import type { ColumnSummary } from '../grounding.ts';
import { giveUp } from './choices.ts';
import type { Rank } from './frame.ts';
import { aggregateTerms } from './read-groups.ts';
import { mainTimes } from './read-times.ts';
import type { Sentence } from './sentence.ts';
import {
  columnsOfConcept,
  countsThings,
  flagOf,
  isAdditive,
  isLabel,
  isNumeric,
  isPartOfDate,
  isTemporal,
  isYear,
} from './traits.ts';

/** Reads rankings: "the cheapest", "top 3 cities", "most seats". */
export function readRanks(sentence: Sentence): void {
  const { items } = sentence;
  for (let at = 0; at < items.length; at += 1) {
    if (sentence.isUsed(at)) continue;
    const item = items[at];
    const rank = item.kind === 'adjective' ? rankOfAdjective(sentence, at) : rankOfTerm(sentence, at);
    if (rank) sentence.frame.ranks.push(rank);
  }
  readPlace(sentence);
  orderByFirst(sentence);
  rankByTime(sentence);
  for (const at of sentence.indexesOf('first', 'last')) {
    const next = sentence.next(at);
    if (sentence.number(next) !== undefined || sentence.frame.limit === undefined) continue;
    sentence.use(at);
    if (sentence.is(at, 'last')) giveUp();
  }
}

/** "The second most": one rank, and only one row or group of it. */
function readPlace(sentence: Sentence): void {
  const { frame, items } = sentence;
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'place') continue;
    if (frame.ranks.length !== 1 || frame.limit !== undefined) giveUp();
    sentence.use(at);
    frame.place = item.place;
  }
}

/** "When was the first sale, and when the last?" */
function rankByTime(sentence: Sentence): void {
  if (!sentence.has('when')) return;
  const { table, vocabulary } = sentence.context;
  for (const at of sentence.indexesOf('first', 'last', 'lastPeriod')) {
    if (sentence.number(at + 1) !== undefined || sentence.is(at + 1, 'year', 'month', 'week', 'day', 'quarter'))
      continue;
    const column = sentence.choose(mainTimes(sentence, columnsOfConcept(table, 'time', vocabulary)));
    sentence.use(at);
    sentence.frame.ranks.push({ descending: !sentence.is(at, 'first'), column, byAdjective: true });
  }
}

/** "Cheapest first" orders the listed rows. */
function orderByFirst(sentence: Sentence): void {
  const { frame } = sentence;
  for (const at of sentence.indexesOf('first')) {
    const before = sentence.items[at - 1];
    const rank = frame.ranks.at(-1);
    if (before?.kind !== 'adjective' || before.form !== 'superlative' || !rank || !frame.show) continue;
    sentence.use(at);
    frame.ranks.pop();
    frame.order = { column: rank.column, descending: rank.descending };
  }
}

function rankOfAdjective(sentence: Sentence, at: number): Rank | undefined {
  const item = sentence.items[at];
  if (item.kind !== 'adjective' || item.form !== 'superlative') return undefined;
  sentence.use(at);
  const beside = sentence.column(at + 1);
  const concerned = columnsOfConcept(sentence.context.table, item.concept, sentence.context.vocabulary);
  const known = item.concept === 'time' ? mainTimes(sentence, concerned) : concerned;
  const columns = known.length > 0 ? known : soleFigure(sentence, item.concept);
  if (item.farFetched) sentence.cost += 0.3;
  // "The oldest age": the column is named too
  if (beside && columns.includes(beside)) {
    sentence.use(at + 1);
    return {
      descending: isLargest(item, beside),
      column: beside,
      ...(/^(best|worst)$/.test(item.text) ? { best: true } : {}),
    };
  }
  sentence.cost += costOfAdjective;
  // "The strongest wind"
  if (beside && isNumeric(beside) && !isYear(beside) && intensities.has(item.concept)) {
    sentence.use(at + 1);
    return { descending: isLargest(item, beside), column: beside };
  }
  const column = sentence.choose(columns);
  return { descending: isLargest(item, column), column, byAdjective: true };
}

/** "Slowest" is the largest of times and the smallest of speeds. */
function isLargest({ text, more }: { text: string; more: boolean }, column: ColumnSummary): boolean {
  const end = endsOf(column).byScale(text);
  return end === undefined ? more : end === 'largest';
}

/** "The most expensive tea" where tea is a price, "the biggest fire" where rows have one figure. */
function soleFigure(sentence: Sentence, concept: string): ColumnSummary[] {
  const named = sentence.items.flatMap((_, at) => {
    const column = sentence.isUsed(at) ? undefined : sentence.column(at);
    return column && isNumeric(column) && !isLabel(column) ? [{ column, at }] : [];
  });
  const [one] = named;
  if (named.length === 1) {
    sentence.use(one.at);
    return [one.column];
  }
  return concept === 'size' && named.length === 0 ? soleMeasure(sentence) : [];
}

/** "The biggest fire" of a table with one figure is by that one. */
function soleMeasure({ context }: Sentence): ColumnSummary[] {
  const measures = context.table.columns.filter(
    (column) => isNumeric(column) && !isLabel(column) && !flagOf(column) && !isPartOfDate(column),
  );
  return measures.length === 1 ? measures : [];
}

/** A named column is more certain than one that an adjective may mean. */
const costOfAdjective = 0.15;
const intensities = new Set(['size', 'power', 'height', 'weight', 'duration', 'speed', 'temperature', 'distance']);
const sizes = /(est)$/;
const ofTime = /^(latest|newest|most recent|earliest)$/;

function isMeasured(sentence: Sentence, at: number): boolean {
  const column = sentence.column(at);
  return column !== undefined && (isNumeric(column) || isTemporal(column));
}

function rankOfTerm(sentence: Sentence, at: number): Rank | undefined {
  const term = sentence.term(at);
  if (term === 'commonest' || term === 'rarest') {
    sentence.use(at);
    readCommonValue(sentence, at);
    return { descending: term === 'commonest', ofRows: true };
  }
  if (term === 'most' || term === 'least') return rankOfMost(sentence, at, term === 'most');
  if (term !== 'highest' && term !== 'lowest' && term !== 'top' && term !== 'bottom') return undefined;
  // "The biggest home" is by size, "top 3 largest" by theirs
  const after = sentence.items[at + 1];
  if (
    sizes.test(sentence.items[at].text) &&
    !['highest', 'lowest', 'latest'].includes(sentence.items[at].text) &&
    after?.kind === 'table' &&
    !sentence.frame.order
  )
    giveUp();
  sentence.use(at);
  const second = sentence.items[sentence.number(at + 1) === undefined ? at + 1 : at + 2];
  if (second?.kind === 'adjective' && second.form === 'superlative') return undefined;
  const descending = term === 'highest' || term === 'top';
  if (ofTime.test(sentence.items[at].text) && !isMeasured(sentence, sentence.next(at))) {
    const times = columnsOfConcept(sentence.context.table, 'time', sentence.context.vocabulary);
    return { descending, column: sentence.choose(mainTimes(sentence, times)), byAdjective: true };
  }
  let next = sentence.next(at, 'distinct');
  const counted = sentence.is(next, 'count');
  if (counted) {
    sentence.use(next);
    next = sentence.next(next);
    const column = sentence.column(next);
    if (!column || !isNumeric(column)) return { descending, ofRows: true };
    sentence.use(next);
    return { descending, column };
  }
  const named = sentence.term(next);
  const aggregate = named && aggregateTerms[named];
  if (aggregate) {
    sentence.use(next);
    next = sentence.next(next, 'count');
  }
  const column = sentence.column(next);
  const orders = column && !sentence.isUsed(next) && (isNumeric(column) || isTemporal(column));
  if (!orders) return { descending, aggregate };
  const best = /^best$/.test(sentence.items[at].text);
  sentence.use(next, ...(sentence.is(next - 1, 'count') ? [next - 1] : []));
  return { descending, aggregate, column, ...(best ? { best } : {}) };
}

/** "The most common number of rooms": the number itself is asked for. */
function readCommonValue(sentence: Sentence, at: number): void {
  const next = sentence.next(at, 'count');
  const column = sentence.column(next);
  if (!column || !isNumeric(column) || isYear(column) || sentence.isUsed(next)) return;
  sentence.use(next, ...(sentence.is(next - 1, 'count') ? [next - 1] : []));
  sentence.frame.labels.push(column);
}

const verbsOfFigures = /^(cost|costs|charge|charges|earn|earns|weigh|weighs)$/;

/** Sales of several rows are summed; of "seats" both a sum and the highest may be meant; other figures have no sum. */
function sumOrOne({ context, choose }: Sentence, column: ColumnSummary): Rank['most'] {
  if (isAdditive(column, context.vocabulary)) return 'sum';
  return countsThings(column, context.vocabulary) ? choose(['sum', 'highest'] as const) : 'highest';
}

/** "Most expensive", "the most seats", "the most dogs", "the most". */
function rankOfMost(sentence: Sentence, at: number, descending: boolean): Rank | undefined {
  sentence.use(at);
  const item = sentence.items[at + 1];
  if (item?.kind === 'adjective' && item.form === 'plain') {
    sentence.use(at + 1);
    const known = columnsOfConcept(sentence.context.table, item.concept, sentence.context.vocabulary);
    const columns = known.length > 0 ? known : soleFigure(sentence, item.concept);
    return { descending: descending === item.more, column: sentence.choose(columns), byAdjective: true };
  }
  // "The most films" of ratings
  if (item?.kind === 'table' && item.owner) {
    sentence.use(at + 1);
    return { descending, measure: { of: 'distinct', column: item.owner } };
  }
  const column = sentence.column(at + 1);
  if (column && isNumeric(column) && !isYear(column)) {
    sentence.use(at + 1);
    return { descending, column, most: sumOrOne(sentence, column) };
  }
  const flag = column && flagOf(column);
  if (column && flag) {
    if (!sentence.isUsed(at + 1)) sentence.add(at + 1, { column, test: 'compare', operator: '=', value: flag.yes });
    sentence.use(at + 1);
    return { descending, ofRows: true };
  }
  const isRow = (column?.distinct ?? 0) >= 0.95 * sentence.context.table.row_count;
  if (column) sentence.use(at + 1);
  // "The most signups" are rows, not days
  if (column && !isRow && !isTemporal(column)) return { descending, measure: { of: 'distinct', column } };
  // "Where do books cost the most"
  const before = sentence.is(at - 1, 'soft') && verbsOfFigures.test(sentence.items[at - 1].text) ? at - 2 : at - 1;
  const verb = sentence.is(before - 1, 'which', 'what') ? undefined : sentence.column(before);
  // "Which species cost the most"
  if (!column && verb && isNumeric(verb) && !isYear(verb) && !sentence.isUsed(before)) {
    sentence.use(before);
    return { descending, column: verb, most: sumOrOne(sentence, verb) };
  }
  return { descending, ofRows: true };
}
