import type { Aggregate, Measure, Operator } from '../algebra.ts';
import { comparingAt } from '../link/comparators.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord, isWithin } from '../link/links.ts';
import { describing } from '../words/describing-words.ts';
import type { Operation } from './parts.ts';
import { type Placed, type ProposedAnswer, partsOf } from './proposed-answer.ts';

const leastNamed = 0.3;
const mostlyNamed = 0.6;
const mostPaired = 4;
const mostTogether = 5;

/** Those that the question names, in its order, by words of their own: "maximum temp_max" does not name `temp_min`. */
function namedIn(question: LinkedQuestion, fields: readonly Placed[], most: number): Placed[] {
  const link = ({ field }: Placed) => linkOfField(question, field);
  const all = fields.filter((one) => link(one).score > leastNamed);
  const isOfOther = (one: Placed) =>
    all.some((other) => link(other).score > link(one).score && isWithin(link(one).words, link(other).words));
  const named = all.filter((one) => !isOfOther(one)).slice(0, most);
  return named.sort((one, other) => link(one).from - link(other).from);
}

/** Named fields of different columns by twos, or all that are named; what tells rows apart need not be named. */
export function severalShown(question: LinkedQuestion, shown: readonly Placed[]): ProposedAnswer[] {
  const whole = shown.filter(({ field }) => field.part === 'whole');
  const named = namedIn(question, whole, mostPaired);
  const labels = (['text', 'date'] as const).flatMap((kind) => {
    const first = whole.filter(({ field }) => field.kind === kind).sort((one, other) => one.place - other.place)[0];
    return first && !named.includes(first) ? [first] : [];
  });
  const all = namedIn(question, whole, mostTogether);
  const more = [3, 4, 5].flatMap((count) => (all.length >= count ? [all.slice(0, count)] : []));
  return [...twoOf([...labels, ...named]), ...more].map((fields) => ({
    answer: { kind: 'values', field: fields[0].field, beside: fields.slice(1).map(({ field }) => field) },
    parts: partsOf(
      question,
      [fields.length > 2 ? 'several shown' : 'two shown'],
      fields.map((one) => ['show', one] as const),
    ),
  }));
}

function twoOf<Item>(all: readonly Item[]): [Item, Item][] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other): [Item, Item] => [one, other]));
}

const aggregateWords: readonly (readonly [Aggregate, RegExp])[] = [
  ['lowest', /^(min|minimum|lowest|smallest|shortest|youngest|cheapest|least|minimal)$/],
  ['average', /^(avg|average|mean)$/],
  ['median', /^medians?$/],
  ['highest', /^(max|maximum|highest|largest|longest|oldest|biggest|greatest|maximal)$/],
  ['sum', /^(sum|total|totals)$/],
];

/** What is asked to be worked out, in the order of the question. */
function aggregatesSaid({ tokens, columns, table }: LinkedQuestion): Aggregate[] {
  // "Largest" describes a size, and names none
  const describes = (at: number, column: number) =>
    table.stems[column].some((name) => describing.get(name)?.includes(tokens[at].stem));
  const isOfName = (at: number) =>
    columns.some(({ score, words }, place) => score > mostlyNamed && hasWord(words, at) && !describes(at, place));
  const said = tokens.flatMap(({ text }, at) =>
    aggregateWords.flatMap(([one, words]) => (words.test(text) && !isOfName(at) ? [one] : [])),
  );
  return [...new Set(said)];
}

/** "The lowest, highest and average age", "average age and weight": several figures of the same rows. */
export function severalFigures(question: LinkedQuestion, figured: readonly Placed[]): ProposedAnswer[] {
  const said = aggregatesSaid(question);
  const named = namedIn(question, figured, mostTogether);
  if (said.length === 0) return [];
  const counts = question.tokens.some(({ text }) => /^(many|number|count)$/.test(text));
  const ofOne = said.length > 1 || counts ? figured.slice(0, mostPaired).map((one) => [one]) : [];
  const ofMore = [2, 3].flatMap((count) => (named.length >= count ? [named.slice(0, count)] : []));
  return [...ofOne, ...ofMore].flatMap((fields) => {
    const each = fields.flatMap((one) => said.map((aggregate) => ({ one, aggregate })));
    const inTurn =
      said.length === fields.length && said.length > 1 ? [fields.map((one, at) => ({ one, aggregate: said[at] }))] : [];
    return [each, ...inTurn].flatMap((all) => [
      ...(all.length > 1 && all.length <= mostTogether + 1 ? [figuresOf(question, all, false)] : []),
      ...(counts ? [figuresOf(question, all, true)] : []),
    ]);
  });
}

interface Worked {
  one: Placed;
  aggregate: Aggregate;
}

function figuresOf(question: LinkedQuestion, all: readonly Worked[], counts: boolean): ProposedAnswer {
  const measures = all.map(({ one: { field }, aggregate }): Measure => ({ of: 'field', field, aggregate }));
  const operations: Operation[] = ['figures', ...new Set(all.map(({ aggregate }) => aggregate as Operation))];
  return {
    answer: { kind: 'figures', measures: counts ? [{ of: 'rows' }, ...measures] : measures },
    parts: partsOf(
      question,
      counts ? [...operations, 'count'] : operations,
      [...new Set(all.map(({ one }) => one))].map((one) => ['figure', one] as const),
    ),
  };
}

/** "Average rent by location and number of rooms": a measure for each pair of named values. */
export function groupsOfTwo(
  question: LinkedQuestion,
  grouping: readonly Placed[],
  figured: readonly Placed[],
): ProposedAnswer[] {
  const pairs = twoOf(namedIn(question, grouping, mostPaired));
  const said = aggregatesSaid(question);
  return pairs.flatMap(([one, other]) => {
    const fields = [['group', one] as const, ['group', other] as const];
    const by = { kind: 'groups', by: one.field, and: other.field } as const;
    const figures = figured.filter((own) => own !== one && own !== other).slice(0, mostFigures);
    return [
      { answer: { ...by, measure: { of: 'rows' } }, parts: partsOf(question, ['two groups', 'count'], fields) },
      ...figures.flatMap((own) =>
        (said.length > 0 ? said.slice(0, 2) : (['sum', 'average'] as const)).map(
          (aggregate): ProposedAnswer => ({
            answer: { ...by, measure: { of: 'field', field: own.field, aggregate } },
            parts: partsOf(question, ['two groups', aggregate as Operation], [...fields, ['figure', own]]),
          }),
        ),
      ),
    ];
  });
}

const mostFigures = 3;

/** "Countries with at least two", "with an average price over 100"; with more than any row has it is their sum. */
export function havingsOf(question: LinkedQuestion, by: Placed, figured: readonly Placed[]): ProposedAnswer[] {
  const { tokens } = question;
  const bounds = tokens.flatMap(({ number, isOrdinal }, at): { operator: Operator; value: number; told: boolean }[] => {
    if (number === undefined || isOrdinal) return [];
    const comparing = comparingAt(tokens, at);
    return [{ operator: comparing?.operator ?? '=', value: number, told: comparing !== undefined }];
  });
  const said = aggregatesSaid(question).filter((one) => one !== 'median');
  const figures = namedIn(question, figured, 2).filter(({ place }) => place !== by.place);
  const isBeyond = ({ field }: Placed, { operator, value }: { operator: Operator; value: number }) =>
    said.length === 0 && operator.startsWith('>') && value > Number(field.column.max ?? Number.NaN);
  return bounds.slice(0, 2).flatMap(({ told, ...bound }) => [
    ...(bound.value > mostRows
      ? []
      : (['labels', 'count'] as const).map(
          (shows): ProposedAnswer => ({
            answer: { kind: 'having', by: by.field, measure: { of: 'rows' }, ...bound, shows },
            parts: partsOf(question, [shows === 'labels' ? 'having labels' : 'having count'], [['group', by]]),
          }),
        )),
    ...(told
      ? figures.flatMap((own) =>
          (isBeyond(own, bound) ? (['sum'] as const) : said.slice(0, 2)).flatMap((aggregate) =>
            (['labels', 'count'] as const).map(
              (shows): ProposedAnswer => ({
                answer: {
                  kind: 'having',
                  by: by.field,
                  measure: { of: 'field', field: own.field, aggregate },
                  ...bound,
                  shows,
                },
                parts: partsOf(
                  question,
                  ['having figure', aggregate as Operation, ...(shows === 'count' ? (['having count'] as const) : [])],
                  [
                    ['group', by],
                    ['figure', own],
                  ],
                ),
              }),
            ),
          ),
        )
      : []),
  ]);
}

const mostRows = 1000;
