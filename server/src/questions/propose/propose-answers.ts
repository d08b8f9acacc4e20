import {
  type Aggregate,
  type Answer,
  type Field,
  isOfGroups,
  isPartOfYear,
  isPeriod,
  isPlaceInTime,
  isTaughtTest,
  type Measure,
} from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import type { ColumnLink } from '../link/links.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import { endOfAny, isSuperlative, saysOfEach } from '../words/which-end.ts';
import { amountsIn } from './amounts.ts';
import type { RowSet } from './candidate.ts';
import { contrastIn } from './contrasted.ts';
import { isGrouping, namedFirst } from './named-first.ts';
import { type Operation, partOf, partOfField, type Role } from './parts.ts';
import { havingsOf } from './propose-having.ts';
import { rowTopsOf } from './propose-row-tops.ts';
import {
  endsOfDates,
  figuresOfGroups,
  groupsOfTwo,
  severalFigures,
  severalShown,
  topsOfEach,
} from './propose-several.ts';
import { partsOfAll } from './propose-shares.ts';
import { aggregatesOf, isApart, operationOf, type Placed, type ProposedAnswer } from './proposed-answer.ts';

/** What can be asked of any rows of a table: worked out once for a question. */
export interface Askable {
  values: readonly ProposedAnswer[];
  distinct: readonly ProposedAnswer[];
  figures: readonly ProposedAnswer[];
  /** Several figures at once. */
  several: readonly ProposedAnswer[];
  groups: readonly ProposedAnswer[];
  count: ProposedAnswer;
}

const mostShown = 16;
const mostFigures = 8;
const mostGroups = 8;
const aggregates: readonly Aggregate[] = ['sum', 'average', 'highest', 'lowest', 'spread'];

export function askableOf(question: LinkedQuestion): Askable {
  const { table, tokens } = question;
  const fields = namedFirst(question);
  const say = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  const part = (operation: Operation, ...fieldsOf: [Role, number][]) => [
    partOf(operation),
    ...fieldsOf.map(([role, place]) => partOfField(role, place, table.fields.length)),
  ];
  const shown = fields.filter(({ field }) => isShown(field)).slice(0, mostShown);
  const numeric = fields.filter(({ field, place }) => isFigure(field) && table.numbers[place]);
  // What a figure is of may be guessed where rows can be tried, or where there is one.
  const isNamed = ({ field }: Placed) => linkOfField(question, field).score > 0;
  const mayBeMoney = say(askingMuch) && !numeric.some(isNamed);
  const isSure = (one: Placed) =>
    table.isWhole ||
    (!isPlaceInTime(one.field) && (numeric.length === 1 || isNamed(one) || (mayBeMoney && isMoney(one.field))));
  const figured = numeric.filter(isSure).slice(0, mostFigures);
  const contrasted = contrastIn(question)?.field;
  const grouping = fields
    .toSorted((one, other) => Number(other.field === contrasted) - Number(one.field === contrasted))
    .filter(({ field, place }) => !isOfGroups(field) && isGrouping(field, table.codes[place]))
    .slice(0, mostGroups);
  const saysDifferent = say(/^(different|distinct|unique|various|types?|kinds?)$/);
  const every = aggregatesFor(question);
  const tops = grouping
    .filter(({ field }) => !isTaughtTest(field))
    .map((by) => ({ by, answers: topsOf(by, figured, question) }));
  return {
    values: [
      ...shown.map(
        ({ field, place }): ProposedAnswer => ({
          answer: { kind: 'values', field },
          parts: part('values', ['show', place]),
        }),
      ),
      ...severalShown(question, shown),
      ...(listsRows(tokens) ? [{ answer: { kind: 'rows' } as const, parts: part('rows') }] : []),
    ],
    count: { answer: { kind: 'count' }, parts: part('count') },
    distinct: shown.flatMap(({ field, place }) =>
      (isRepeated(field, table) || question.columns[field.at].score > 0.99) &&
      (field.kind === 'text' || field.part === 'year' || holdsRowNumbers(field.column.name)) &&
      (saysDifferent || question.columns[field.at].score > 0)
        ? [{ answer: { kind: 'distinct', field }, parts: part('distinct', ['show', place]) }]
        : [],
    ),
    figures: figured.flatMap(({ field, place }) =>
      aggregatesOf(field, every).map(
        (aggregate): ProposedAnswer => ({
          answer: { kind: 'figure', field, aggregate },
          parts: part(operationOf(field, aggregate), ['figure', place]),
        }),
      ),
    ),
    several: [...severalFigures(question, figured), ...endsOfDates(question, shown)],
    groups: [
      ...tops.flatMap(({ answers }) => answers),
      ...topsOfEach(question, grouping, [...tops, ...rowTopsOf(question, shown, figured)]),
      ...figuresOfGroups(question, grouping, figured),
      ...grouping.flatMap((by) => [
        ...(isTaughtTest(by.field) ? [] : havingsOf(question, by, figured)),
        ...(by.field === contrasted || say(listingGroups) ? listsOf(by, figured, table.fields.length, every) : []),
      ]),
      ...groupsOfTwo(question, grouping, figured),
      ...partsOfAll(question, grouping),
    ],
  };
}

const askingMuch =
  /^(total|totals|sum|much|spend|spends|spent|spending|costs?|costing|worth|revenue|turnover|earn|earned|brings?|brought|expensive|cheapest)$/;

/** What may be asked for where no column of numbers is named. */
function isMoney({ column: { name } }: Field): boolean {
  return /(^|[^a-z])(amount|amt|total|price|cost|value|revenue|sales|spend|fee|fees|paid|net|gross|eur|usd|gbp)([^a-z]|$)/.test(
    name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').toLowerCase(),
  );
}

const listingGroups =
  /^(by|per|each|every|for|compare|compared|comparison|against|than|both|others|rest|across|versus|vs|and|breakdown|split|different|all|monthly|yearly|daily|quarterly|annual|over|trend|trends|develop|developed|development|change|changed|evolve|evolved|grow|grew)$/;

function isShown(field: Field): boolean {
  return (
    field.part !== 'place' && !isPartOfYear(field) && !isPeriod(field) && !isOfGroups(field) && !isTaughtTest(field)
  );
}

/** Of a large table how many numbers of rows there are is how many rows. */
function isRepeated({ column: { distinct } }: Field, { isWhole, rowCount }: LinkedQuestion['table']): boolean {
  return isWhole || distinct === null || distinct < 0.98 * rowCount;
}

/** "Spread" is asked for by words of its own where no rows tell. */
function aggregatesFor({ tokens, table }: LinkedQuestion): readonly Aggregate[] {
  const say = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  const told = table.isWhole || say(/^(difference|range|gap|spread|span|vary|varies|between)$/);
  const own = told ? aggregates : aggregates.filter((one) => one !== 'spread');
  return say(/^medians?$/) ? [...own, 'median'] : own;
}

/** Numbers by which rows are called are not added up. */
export function isFigure(field: Field): boolean {
  return (
    !holdsRowNumbers(field.column.name) &&
    field.kind === 'number' &&
    (field.part === 'whole' || field.part === 'number')
  );
}

/** Which aggregates rank groups: what is asked for, or the average of what is named. */
function rankingAggregates({ tokens }: LinkedQuestion, { score }: ColumnLink): readonly Aggregate[] {
  const say = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  return [
    ...(saysOfEach(tokens) && !say(/^(total|sum)$/) ? [] : (['sum'] as const)),
    ...(score > 0 || saysOfEach(tokens) || say(/^(average|mean|avg|per|typical(ly)?|usual(ly)?)$/)
      ? (['average'] as const)
      : []),
    ...(say(/^medians?$/) ? (['median'] as const) : []),
    ...(say(/^(max|maximum|peak)$/) ? (['highest'] as const) : []),
    ...(say(/^(min|minimum)$/) ? (['lowest'] as const) : []),
  ];
}

function topsOf(by: Placed, figured: readonly Placed[], question: LinkedQuestion): ProposedAnswer[] {
  const fieldCount = question.table.fields.length;
  const group = partOfField('group', by.place, fieldCount);
  const counts = [1, ...amountsIn(question.tokens).flatMap(({ count, skip }) => (skip || count === 1 ? [] : [count]))];
  const of = (measure: Measure, parts: readonly number[], names: readonly [Operation, Operation]): ProposedAnswer[] =>
    counts.flatMap((count) =>
      [true, false].map(
        (descending): ProposedAnswer => ({
          answer: { kind: 'top', by: by.field, measure, descending, count, shows: 'label' },
          parts: [partOf(names[descending ? 0 : 1]), ...(count > 1 ? [partOf('several groups')] : []), group, ...parts],
        }),
      ),
    );
  const numbers = [true, false].map(
    (descending): ProposedAnswer => ({
      answer: { kind: 'top', by: by.field, measure: { of: 'rows' }, descending, count: 1, shows: 'measure' },
      parts: [partOf(descending ? 'number of most' : 'number of fewest'), group],
    }),
  );
  const sums = figured.slice(0, 5).filter((one) => isApart(one, by));
  return [
    ...of({ of: 'rows' }, [], ['most rows', 'fewest rows']),
    ...(question.tokens.some(({ text }) => endOfAny(text) || isSuperlative(text)) ? numbers : []),
    ...sums.flatMap(({ field, place }) =>
      aggregatesOf(field, rankingAggregates(question, linkOfField(question, field))).flatMap((aggregate) =>
        of(
          { of: 'field', field, aggregate },
          [partOf(operationOf(field, aggregate)), partOfField('figure', place, fieldCount)],
          ['most of figure', 'least of figure'],
        ),
      ),
    ),
  ];
}

function listsOf(
  by: Placed,
  figured: readonly Placed[],
  fieldCount: number,
  every: readonly Aggregate[],
): ProposedAnswer[] {
  const parts = [partOf('groups'), partOfField('group', by.place, fieldCount)];
  const counts: ProposedAnswer = {
    answer: { kind: 'groups', by: by.field, measure: { of: 'rows' } },
    parts: [...parts, partOf('count')],
  };
  const own = figured
    .filter((one) => isApart(one, by))
    .flatMap(({ field, place }) =>
      aggregatesOf(field, every).map(
        (aggregate): ProposedAnswer => ({
          answer: { kind: 'groups', by: by.field, measure: { of: 'field', field, aggregate } },
          parts: [...parts, partOf(operationOf(field, aggregate)), partOfField('figure', place, fieldCount)],
        }),
      ),
    );
  return [counts, ...own];
}

/** What can be asked of these rows. */
export function answersFor(rows: RowSet, askable: Askable, isWhole: boolean): ProposedAnswer[] {
  const { choices, pick, step, found } = rows;
  const isOne = isWhole && found.length < 2;
  const fixed = choices.flatMap(({ links, negated }) =>
    links.length === 1 && !negated && links[0].condition.test === 'is' ? [links[0].condition.field] : [],
  );
  const isAll = choices.length === 0 && !pick;
  const values = askable.values.filter(
    ({ answer }) =>
      (answer.kind === 'rows' && !isAll) ||
      (answer.kind === 'values' && ![answer.field, ...(answer.beside ?? [])].some((field) => fixed.includes(field))),
  );
  if (step === 'after' || step === 'before') return [askable.count];
  // The row beside has another value.
  if (step) return [...askable.values];
  if (pick) return pick.count > 1 ? [...values, ...askable.figures] : values;
  if (isOne) return [...values, askable.count];
  const isFree = ({ answer }: ProposedAnswer) =>
    !('by' in answer && fixed.includes(answer.by)) &&
    !(answer.kind === 'groups' && answer.and && fixed.includes(answer.and));
  // Two values have no spread but a difference.
  const isJoined = choices.some(({ links }) => links.length > 1);
  const figures = isJoined ? askable.figures.filter(({ answer }) => !isSpread(answer)) : askable.figures;
  const distinct = askable.distinct.filter(({ answer }) => 'field' in answer && !fixed.includes(answer.field));
  return [...values, askable.count, ...distinct, ...figures, ...askable.several, ...askable.groups.filter(isFree)];
}

function isSpread(answer: Answer): boolean {
  return answer.kind === 'figure' && answer.aggregate === 'spread';
}

const listing =
  /^(list|show|display|give|gimme|find|print|see|any|which|what|who|all|every|rows|records|entries|details|get|tell)$/;
const asking = /^(how|where|when|is|are|was|were|do|does|did|has|have|many|average|total|number)$/;

/** "List the homes in Rome", "the five cheapest homes": the rows themselves may be meant. */
function listsRows(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => listing.test(text)) || !tokens.some(({ text }) => asking.test(text));
}
