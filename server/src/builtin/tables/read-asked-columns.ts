import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import { isSingular } from './read-entities.ts';
import { mainTimes } from './read-times.ts';
import type { Sentence } from './sentence.ts';
import { contentWords, isGroupable, isLabel, isNumeric, isTemporal, isTime, isYear } from './traits.ts';

/** Columns without another role are asked for. */
export function readAskedColumns(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const [at] of sentence.items.entries()) {
    const column = sentence.column(at);
    if (!column || sentence.isUsed(at)) continue;
    sentence.use(at);
    if (isSaid(sentence, at, column)) continue;
    // "Who closed the most" asks for no day, and "on the job" for no job
    if (sentence.is(0, 'who') && isTemporal(column) && !sentence.has('when')) sentence.refuse(at);
    if (isAside(sentence, at, column)) sentence.refuse(at);
    if (isOwner(sentence, at, column)) sentence.cost += 0.5;
    const isHead = sentence.is(at - 1, 'which') && isGroupable(column) && frame.ranks.length > 0;
    const heads = isHead && (!isNumeric(column) || isNamedWhole(sentence, at, column));
    // "Which manager" is no number of years with one
    if (isHead && !heads && !isYear(column)) giveUp();
    // "The age of star bakers", where stars are counted
    if (isApart(sentence, at, column) && sentence.is(at - 1, 'of') && sentence.items[at].text.endsWith('s'))
      sentence.refuse(at);
    if (isApart(sentence, at, column)) sentence.cost += costOfApart;
    // "Top 3 zip codes by sales"
    const isCode = isLabel(column) && frame.limit !== undefined && frame.ranks.length === 1 && !frame.ranks[0].column;
    const list = isNumeric(column) && !isYear(column) && !heads && !isCode ? frame.figures : frame.labels;
    if (list.includes(column) && sentence.column(at - 1) === column) sentence.refuse(at);
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

/** "More than 20 years on the job": a place of what was said, nothing that is asked for. */
function isAside(sentence: Sentence, at: number, column: ColumnSummary): boolean {
  const { items, frame } = sentence;
  const asksFigure = frame.aggregates.length + frame.ranks.length > 0 || frame.howMuch || frame.share;
  if (isTime(column) || asksFigure || !sentence.is(at - 1, 'in') || at < 2) return false;
  const speaksOfRows = items.slice(0, at).some(({ kind }) => kind === 'table');
  return (
    speaksOfRows && frame.conditions.length > 0 && !sentence.has('which', 'what', 'show', 'where', 'each', 'distinct')
  );
}

/** "Where is it dearest", "… and where?": the column of places, or what names the rows; not "months where". */
function readWhere(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('where')) {
    sentence.use(at);
    if (at > 0 && !sentence.is(at - 1, 'and', 'when', 'followUp')) continue;
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

/** "The age of the winners" is one figure; two are joined by "and". */
const costOfApart = 0.3;

function isApart(sentence: Sentence, at: number, column: ColumnSummary): boolean {
  const { items, frame } = sentence;
  if (!isNumeric(column) || isYear(column) || !frame.figures.some((one) => one !== column)) return false;
  const before = items.findLastIndex(
    (item, place) => place < at && item.kind === 'column' && frame.figures.includes(item.column),
  );
  return !items.slice(before + 1, at).some((_, place) => sentence.is(before + 1 + place, 'and', 'or', 'versus'));
}

/** "Freight of a customer" is that of the rows; "which customer" and "per customer" ask for its name. */
function isOwner(sentence: Sentence, at: number, { of }: ColumnSummary): boolean {
  const { singular } = sentence.context.vocabulary;
  const named = of !== undefined && wordsOfName(of).map(singular).join(' ') === singular(sentence.items[at].text);
  const before = sentence.before(at);
  return named && at > 0 && !sentence.is(before, ...headsOfLabels) && sentence.number(before) === undefined;
}
