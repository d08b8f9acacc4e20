import type { ColumnSummary } from '../../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import { asksSomething } from './frame.ts';
import { isAboutPeople } from './guess-rows.ts';
import type { Period } from './logical-form.ts';
import { aggregateTerms, partsOf } from './read-groups.ts';
import { readRanks } from './read-ranks.ts';
import { mainTimes } from './read-times.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, contentWords, isAdditive, isGroupable, isNumeric, isTemporal, isYear } from './traits.ts';
import { revenueOf } from './worked-out.ts';

/**
 * Reads what is asked for: counts, figures, shares, ranks, lists. Conditions, groups and comparisons were read before.
 */
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

/** Reads words that ask for rows, or say how to show them. */
function readTalk(sentence: Sentence): void {
  const { frame } = sentence;
  const take = (...terms: Parameters<Sentence['indexesOf']>) => {
    const found = sentence.indexesOf(...terms);
    sentence.use(...found);
    return found.length > 0;
  };
  frame.breaksDown = sentence.indexesOf('show').some((at) => /^(break|distrib)/.test(sentence.items[at].text));
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

/** "What percentage of", and "churn rate" with the word before it. */
function readShare(sentence: Sentence): void {
  const { frame } = sentence;
  const shares = sentence.indexesOf('share');
  if (shares.length > 1) giveUp();
  for (const at of shares) {
    sentence.use(at);
    const verbs = sentence.items.flatMap((_, index) =>
      index > at && sentence.is(index, 'be', 'have', 'soft') ? [index] : [],
    );
    frame.share = { at, verbs };
  }
  for (const at of sentence.indexesOf('rate')) {
    // "Fertility rate" of a column `fertility`
    const named = sentence.column(at - 1);
    if (named && isNumeric(named)) {
      sentence.use(at);
      continue;
    }
    // "What percentage rate it as bad"
    if (frame.share) {
      sentence.use(at);
      continue;
    }
    const rated = frame.conditions.find((one) => one.at === at - 1 || one.at === sentence.next(at));
    if (!rated || frame.share) giveUp();
    sentence.use(at);
    frame.share = { at: rated?.at ?? at, verbs: [], rate: true };
  }
}

function readCounts(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('count')) {
    sentence.use(at);
    const next = sentence.next(at, 'distinct');
    const column = sentence.column(next);
    const tallied = talliedAt(sentence, next);
    if (tallied !== undefined) {
      sentence.use(next, tallied);
      frame.counted = sentence.column(tallied);
      continue;
    }
    if (column && !sentence.isUsed(next)) {
      sentence.use(next);
      if (isNumeric(column) && !isYear(column)) {
        if (sentence.has('average', 'median', 'sum', 'deviation') || frame.contrast) frame.figures.push(column);
        else frame.counted = column;
      } else if (
        sentence.items.some(({ text }) => verbsOfSale.test(text)) &&
        revenueOf(context.table, context.vocabulary)
      ) {
        // "How many cakes did we sell": the sales rather than the kinds
        frame.count = true;
        frame.entity = 'many';
        sentence.taken.push(sentence.items[next].text);
        for (const [place, { text }] of sentence.items.entries()) if (verbsOfSale.test(text)) sentence.use(place);
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

const verbsOfSale = /^(sold|sell|bought|buy|ordered|purchased)$/;

/** "How many homes were sold": where rows hold numbers of sales, these are counted rather than rows. */
function talliedAt(sentence: Sentence, noun: number): number | undefined {
  const verb = sentence.next(noun);
  const column = sentence.column(verb);
  const kind = sentence.items[noun]?.kind;
  const isNoun = kind === 'table' || kind === 'column' || sentence.is(noun, 'vague', 'soft');
  if (!isNoun || !column || sentence.isUsed(verb) || !sentence.is(verb - 1, 'be', 'have')) return undefined;
  return isAdditive(column, sentence.context.vocabulary) ? verb : undefined;
}

/** "How old", "how expensive": the column of the adjective. */
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

/** "Which month has the most …": ranks the periods of a date. */
function readPeriodHeads(sentence: Sentence): void {
  const { frame, context } = sentence;
  // "The most recent date"
  if (!frame.count && !frame.counted && frame.ranks.some(({ column }) => column && isTime(column)))
    for (const at of sentence.indexesOf('day')) if (/^dates?$/.test(sentence.items[at].text)) sentence.use(at);
  for (const at of sentence.indexesOf('month', 'year', 'quarter', 'week', 'day', 'weekday', 'hour', 'decade')) {
    if (
      at > 0 &&
      !sentence.is(sentence.before(at), 'which', 'what', 'most', 'commonest') &&
      !sentence.is(at - 1, 'highest', 'top')
    )
      continue;
    if (at === 0 && !sentence.has('most', 'least', 'highest', 'lowest')) continue;
    const term = sentence.term(at);
    const moments = context.table.columns.filter(isTemporal);
    if (moments.length === 0) {
      const parts = partsOf(context, term as Period);
      if (parts.length > 0) {
        sentence.use(at);
        frame.labels.push(sentence.choose(parts));
      }
      continue;
    }
    const column = sentence.choose(mainTimes(sentence, moments));
    sentence.use(at);
    const spansYears = String(column.min).slice(0, 4) !== String(column.max).slice(0, 4);
    const period = term === 'month' && spansYears ? 'monthOfYear' : term;
    frame.groups.push({ column, period: period as 'month' });
    frame.ranksGroups = true;
  }
}

function readEntities(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind === 'table') {
      sentence.use(at);
      frame.entity = !isSingular(sentence, item.text) || frame.entity === 'many' ? 'many' : 'one';
      if (item.loose && item.text) sentence.taken.push(item.text);
      if (sentence.is(sentence.before(at), 'which', 'what')) frame.asksEntity = true;
    }
    if (sentence.is(at, 'vague') && frame.leans) continue;
    if (sentence.is(at, 'row', 'vague')) frame.entity ??= isSingular(sentence, item.text) ? 'one' : 'many';
    const namesPeople =
      at === 0 &&
      frame.conditions.length > 0 &&
      !asksSomething(frame) &&
      isAboutPeople(context.table, context.vocabulary);
    if (sentence.is(at, 'who') && (frame.ranks.length > 0 || frame.contrast || namesPeople)) {
      sentence.use(at);
      frame.entity ??= namesPeople ? 'many' : 'one';
      frame.asksEntity = true;
    }
  }
  for (const at of sentence.indexesOf('them')) {
    sentence.use(at);
    if (!isOwn(sentence, at)) frame.leans = 'them';
  }
  // "Did that patient have the outcome?"
  if (frame.leans === 'them' && asksForTruth.test(sentence.items[0]?.text ?? '') && frame.conditions.length > 0)
    if (!asksSomething(frame)) frame.exists = true;
}

function isSingular({ context }: Sentence, text: string): boolean {
  return context.vocabulary.singular(text) === text;
}

/** Columns without another role are asked for. */
function readColumns(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const [at] of sentence.items.entries()) {
    const column = sentence.column(at);
    if (!column || sentence.isUsed(at)) continue;
    sentence.use(at);
    if (isSaid(sentence, at, column)) continue;
    if (isOwner(sentence, at, column)) sentence.cost += 0.5;
    const isHead = sentence.is(at - 1, 'which') && isGroupable(column) && frame.ranks.length > 0;
    const heads = isHead && (!isNumeric(column) || isNamedWhole(sentence, at, column));
    // "Which manager" is no number of years with one
    if (isHead && !heads && !isYear(column)) giveUp();
    const list = isNumeric(column) && !isYear(column) && !heads ? frame.figures : frame.labels;
    if (!list.includes(column)) list.push(column);
  }
  readWhere(sentence);
  if (
    sentence.has('when') &&
    !frame.labels.some((column) => isTime(column)) &&
    !frame.ranks.some(({ column }) => column && isTime(column))
  ) {
    frame.labels.push(sentence.choose(mainTimes(sentence, context.table.columns.filter(isTime))));
  }
}

/** "Where is it dearest", "… and where?": the column of places, or what names the rows; not "months where". */
function readWhere(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('where')) {
    sentence.use(at);
    if (at > 0 && !sentence.is(at - 1, 'and', 'when')) continue;
    if (frame.labels.length > 0) continue;
    const places = placesOf(context);
    frame.labels.push(sentence.choose(places));
  }
}

const leastNaming = 0.8;

function placesOf({ table, vocabulary }: Sentence['context']): ColumnSummary[] {
  const { venue, city, country, neighborhood } = vocabulary.concepts;
  const words = new Set([...venue, ...city, ...country, ...neighborhood, 'state', 'region', 'province', 'island']);
  const texts = table.columns.filter(({ type }) => type === 'text');
  const places = texts.filter(({ name }) => wordsInEnglish(name).some((word) => words.has(vocabulary.singular(word))));
  return places.length > 0
    ? places
    : texts.filter(({ distinct }) => (distinct ?? 0) >= leastNaming * table.row_count).slice(0, 1);
}

/** "Loans issued per month" groups by that date already; "European countries" are the rows of an average. */
function isSaid(sentence: Sentence, at: number, column: ColumnSummary): boolean {
  const { frame } = sentence;
  if (isTime(column))
    return (
      frame.groups.some((group) => group.column === column) ||
      frame.conditions.some(({ condition }) => condition.column === column)
    );
  if (isNumeric(column) || sentence.items[at - 1]?.kind !== 'value' || frame.ranks.length > 0) return false;
  const isKind = !sentence.is(at - 2, 'count') && sentence.items[at].text !== column.name.toLowerCase();
  if (frame.count && frame.labels.length === 0 && isKind) return true;
  if (frame.count && frame.labels.length === 0) frame.countedLabel = column;
  if (frame.count || frame.aggregates.length === 0) return false;
  const { text } = sentence.items[at];
  if (isSingular(sentence, text) && !wordsOfName(column.name).includes(text)) return false;
  frame.entity = 'many';
  sentence.taken.push(text);
  return true;
}

/** "Employees and their age": what the sentence itself speaks of. */
function isOwn(sentence: Sentence, at: number): boolean {
  const before = sentence.items.slice(0, at);
  const speaks = before.some(({ kind }) => kind === 'table') || sentence.frame.ranks.length > 0;
  return !/\b(of|among)\b/.test(sentence.items[at].text) && speaks;
}

const asksForTruth = /^(did|does|do|is|are|was|were|has|have|had)$/;

function isNamedWhole(sentence: Sentence, at: number, { name }: ColumnSummary): boolean {
  const { vocabulary } = sentence.context;
  return wordsOfName(sentence.items[at].text).length >= contentWords(name, vocabulary).length;
}

const headsOfLabels = [
  'which',
  'what',
  'who',
  'count',
  'each',
  'by',
  'top',
  'bottom',
  'show',
  'most',
  'least',
] as const;

/** "Freight of a customer" is that of the rows; "which customer" and "per customer" ask for its name. */
function isOwner(sentence: Sentence, at: number, { of }: ColumnSummary): boolean {
  const { singular } = sentence.context.vocabulary;
  const named = of !== undefined && wordsOfName(of).map(singular).join(' ') === singular(sentence.items[at].text);
  const before = sentence.before(at);
  return named && at > 0 && !sentence.is(before, ...headsOfLabels) && sentence.number(before) === undefined;
}

function isTime(column: ColumnSummary): boolean {
  return isTemporal(column) || isYear(column);
}

/** "And" between two understood things. */
function useAnds(sentence: Sentence): void {
  for (const at of sentence.indexesOf('by'))
    if (/^(people|persons|users|those|ones)$/.test(sentence.items[sentence.next(at)]?.text ?? '')) sentence.use(at);
  for (const at of sentence.indexesOf('to')) if (sentence.isUsed(sentence.next(at))) sentence.use(at);
  for (const at of sentence.indexesOf('and', 'from')) {
    const next = sentence.next(at);
    const isBetween = sentence.is(at, 'from') || (at > 0 && next < sentence.items.length);
    const known = sentence.isUsed(next) || sentence.is(next, 'soft', 'who', 'which', 'what', 'when', 'where');
    if (isBetween && known) sentence.use(at);
    // A comma at the end, or before it, separates nothing
    if (sentence.items[at].text === ',') sentence.use(at);
  }
}
