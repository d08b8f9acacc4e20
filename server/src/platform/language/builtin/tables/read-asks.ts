import type { ColumnSummary } from '../../grounding.ts';
import { giveUp } from './choices.ts';
import type { Rank } from './frame.ts';
import { aggregateTerms } from './read-groups.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, isNumeric, isTemporal, isYear } from './traits.ts';

/** What is asked for: counts, figures, shares, ranks, lists. What conditions, groups and comparisons took is gone by now. */
export function readAsks(sentence: Sentence): void {
  readTalk(sentence);
  readShare(sentence);
  readRanks(sentence);
  readCounts(sentence);
  readHow(sentence);
  readAggregates(sentence);
  readPeriodHeads(sentence);
  readEntities(sentence);
  readColumns(sentence);
  useAnds(sentence);
}

/** Words that ask for rows, or say how they are to come. */
function readTalk(sentence: Sentence): void {
  const { frame } = sentence;
  const take = (...terms: Parameters<Sentence['indexesOf']>) => {
    const found = sentence.indexesOf(...terms);
    sentence.use(...found);
    return found.length > 0;
  };
  if (take('show')) frame.show = true;
  if (take('exists')) frame.exists = true;
  if (take('range')) frame.range = true;
  if (take('distinct')) frame.distinct = true;
  if (take('howMuch')) frame.howMuch = true;
  if (sentence.has('descending', 'ascending')) take('sorted');
  if (take('descending')) frame.order = { ...frame.order, descending: true };
  if (take('ascending')) frame.order = { ...frame.order, descending: false };
  if (sentence.is(0, 'what') && sentence.items.length > 1) sentence.use(0);
}

/** "What percentage of", and "churn rate" beside what stands before it. */
function readShare(sentence: Sentence): void {
  const { frame } = sentence;
  const shares = sentence.indexesOf('share');
  if (shares.length > 1) giveUp();
  for (const at of shares) {
    sentence.use(at);
    const verbs = sentence.items.flatMap((_, index) => (index > at && sentence.is(index, 'be', 'have') ? [index] : []));
    frame.share = { at, verbs };
  }
  for (const at of sentence.indexesOf('rate')) {
    const rated = frame.conditions.find((one) => one.at === at - 1 || one.at === sentence.next(at));
    if (!rated || frame.share) giveUp();
    sentence.use(at);
    frame.share = { at: rated?.at ?? at, verbs: [], rate: true };
  }
}

function readRanks(sentence: Sentence): void {
  const { items } = sentence;
  for (let at = 0; at < items.length; at += 1) {
    if (sentence.isUsed(at)) continue;
    const item = items[at];
    const rank = item.kind === 'adjective' ? rankOfAdjective(sentence, at) : rankOfTerm(sentence, at);
    if (rank) sentence.frame.ranks.push(rank);
  }
  orderByFirst(sentence);
  for (const at of sentence.indexesOf('first', 'last')) {
    const next = sentence.next(at);
    if (sentence.number(next) !== undefined || sentence.frame.limit === undefined) continue;
    sentence.use(at);
    if (sentence.is(at, 'last')) giveUp();
  }
}

/** "Cheapest first" orders what is listed. */
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
  const columns = columnsOfConcept(sentence.context.table, item.concept, sentence.context.vocabulary);
  if (item.farFetched) sentence.cost += 0.3;
  // "The oldest age": the column is named too
  if (beside && columns.includes(beside)) {
    sentence.use(at + 1);
    return { descending: item.more, column: beside };
  }
  sentence.cost += costOfAdjective;
  return { descending: item.more, column: sentence.choose(columns), byAdjective: true };
}

/** A column that is named is surer than one that an adjective may mean. */
const costOfAdjective = 0.15;
const sizes = /(est)$/;

function rankOfTerm(sentence: Sentence, at: number): Rank | undefined {
  const term = sentence.term(at);
  if (term === 'commonest' || term === 'rarest') {
    sentence.use(at);
    return { descending: term === 'commonest', ofRows: true };
  }
  if (term === 'most' || term === 'least') return rankOfMost(sentence, at, term === 'most');
  if (term !== 'highest' && term !== 'lowest' && term !== 'top' && term !== 'bottom') return undefined;
  // "The biggest home" is by its size, "top 3 largest" by theirs
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
  sentence.use(next, ...(sentence.is(next - 1, 'count') ? [next - 1] : []));
  return { descending, aggregate, column };
}

/** "Most expensive", "the most seats", "the most dogs", "the most". */
function rankOfMost(sentence: Sentence, at: number, descending: boolean): Rank | undefined {
  sentence.use(at);
  const item = sentence.items[at + 1];
  if (item?.kind === 'adjective' && item.form === 'plain') {
    sentence.use(at + 1);
    const columns = columnsOfConcept(sentence.context.table, item.concept, sentence.context.vocabulary);
    return { descending: descending === item.more, column: sentence.choose(columns), byAdjective: true };
  }
  const column = sentence.column(at + 1);
  if (column && isNumeric(column) && !isYear(column)) {
    sentence.use(at + 1);
    return { descending, column };
  }
  if (column && (column.distinct ?? 0) < 0.95 * sentence.context.table.row_count) giveUp();
  if (column) sentence.use(at + 1);
  return { descending, ofRows: true };
}

function readCounts(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('count')) {
    sentence.use(at);
    const next = sentence.next(at, 'distinct');
    const column = sentence.column(next);
    if (column && !sentence.isUsed(next)) {
      sentence.use(next);
      if (isNumeric(column) && !isYear(column)) {
        if (sentence.has('average', 'median', 'sum', 'deviation') || frame.contrast) frame.figures.push(column);
        else frame.counted = column;
      } else {
        frame.count = true;
        frame.countedLabel = column;
        frame.labels.push(column);
      }
      continue;
    }
    const period = sentence.term(next);
    if (period === 'year' || period === 'month' || period === 'day') {
      const times = context.table.columns.filter(period === 'year' ? isYear : isTemporal);
      if (times.length === 1 && !sentence.isUsed(next)) {
        if (isTemporal(times[0])) giveUp();
        sentence.use(next);
        frame.countedLabel = times[0];
        frame.labels.push(times[0]);
      }
    }
    frame.count = true;
  }
}

/** "How old", "how expensive": the column that the adjective is about. */
function readHow(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('how')) {
    const item = sentence.items[at + 1];
    const column = sentence.column(at + 1);
    if (item?.kind === 'adjective' && item.form === 'plain') {
      sentence.use(at, at + 1);
      frame.figures.push(sentence.choose(columnsOfConcept(context.table, item.concept, context.vocabulary)));
    } else if (column && isNumeric(column)) sentence.use(at);
    else if (frame.contrast || frame.groups.length > 0) sentence.use(at);
  }
  if (
    frame.howMuch &&
    !sentence.items.some((item, at) => item.kind === 'column' && !sentence.isUsed(at)) &&
    frame.figures.length === 0 &&
    !frame.counted
  )
    frame.figures.push(sentence.choose(columnsOfConcept(context.table, 'price', context.vocabulary)));
}

function readAggregates(sentence: Sentence): void {
  for (const [at] of sentence.items.entries()) {
    const term = sentence.term(at);
    const aggregate = term && aggregateTerms[term];
    if (!aggregate || sentence.isUsed(at)) continue;
    sentence.use(at);
    if (!sentence.frame.aggregates.includes(aggregate)) sentence.frame.aggregates.push(aggregate);
  }
}

/** "Which month has the most …": the periods of a date are what is ranked. */
function readPeriodHeads(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('month', 'year', 'quarter', 'week', 'day', 'weekday')) {
    if (
      !sentence.is(sentence.before(at), 'which', 'what', 'most', 'commonest') &&
      !sentence.is(at - 1, 'highest', 'top')
    )
      continue;
    const term = sentence.term(at);
    const moments = context.table.columns.filter(isTemporal);
    if (moments.length === 0) {
      if (term === 'year') {
        const years = context.table.columns.filter(isYear);
        if (years.length > 0) {
          sentence.use(at);
          frame.labels.push(sentence.choose(years));
        }
      }
      continue;
    }
    const column = sentence.choose(moments);
    sentence.use(at);
    const spansYears = String(column.min).slice(0, 4) !== String(column.max).slice(0, 4);
    const period = term === 'month' && spansYears ? 'monthOfYear' : term;
    frame.groups.push({ column, period: period as 'month' });
    frame.ranksGroups = true;
  }
}

function readEntities(sentence: Sentence): void {
  const { frame } = sentence;
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind === 'table') {
      sentence.use(at);
      frame.entity = !isSingular(sentence, item.text) || frame.entity === 'many' ? 'many' : 'one';
      if (item.loose && item.text) sentence.taken.push(item.text);
    }
    if (sentence.is(at, 'vague') && frame.leans) continue;
    if (sentence.is(at, 'row', 'vague')) frame.entity ??= isSingular(sentence, item.text) ? 'one' : 'many';
    if (sentence.is(at, 'who') && (frame.ranks.length > 0 || frame.contrast)) {
      sentence.use(at);
      frame.entity ??= 'one';
    }
  }
  for (const at of sentence.indexesOf('them')) {
    sentence.use(at);
    frame.leans = 'them';
  }
}

function isSingular({ context }: Sentence, text: string): boolean {
  return context.vocabulary.singular(text) === text;
}

/** Columns that nothing else took are asked for. */
function readColumns(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const [at] of sentence.items.entries()) {
    const column = sentence.column(at);
    if (!column || sentence.isUsed(at)) continue;
    sentence.use(at);
    const list = isNumeric(column) && !isYear(column) ? frame.figures : frame.labels;
    if (!list.includes(column)) list.push(column);
  }
  if (
    sentence.has('when') &&
    !frame.labels.some((column) => isTime(column)) &&
    !frame.ranks.some(({ column }) => column && isTime(column))
  ) {
    const times = context.table.columns.filter(isTime);
    frame.labels.push(sentence.choose(times));
  }
}

function isTime(column: ColumnSummary): boolean {
  return isTemporal(column) || isYear(column);
}

/** "And" between two things that were understood. */
function useAnds(sentence: Sentence): void {
  for (const at of sentence.indexesOf('and', 'from')) {
    const next = sentence.next(at);
    const isBetween = sentence.is(at, 'from') || (at > 0 && next < sentence.items.length);
    const known = sentence.isUsed(next) || sentence.is(next, 'soft', 'who', 'which', 'what');
    if (isBetween && known) sentence.use(at);
    // A comma at the end, or before it, parts nothing
    if (sentence.items[at].text === ',') sentence.use(at);
  }
}
