import type { Aggregate, Measure } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord, isWithin } from '../link/links.ts';
import type { Operation } from './parts.ts';
import { aggregatesOf, isApart, operationOf, type Placed, type ProposedAnswer, partsOf } from './proposed-answer.ts';

const leastNamed = 0.3;
const wholeName = 0.99;
const mostPaired = 4;
const mostTogether = 5;

/** Those that the question names, in its order, by words of their own: "maximum temp_max" does not name `temp_min`. */
export function namedIn(question: LinkedQuestion, fields: readonly Placed[], most: number): Placed[] {
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
  ['lowest', /^(min|minimum|lowest|smallest|shortest|youngest|cheapest|coldest|lightest|least|minimal)$/],
  ['average', /^(avg|average|mean)$/],
  ['median', /^medians?$/],
  [
    'highest',
    /^(max|maximum|highest|largest|longest|oldest|biggest|greatest|dearest|costliest|heaviest|tallest|hottest|warmest|peak|maximal)$/,
  ],
  ['sum', /^(sum|total|totals)$/],
];

/** What is asked to be worked out, in the order of the question. */
export function aggregatesSaid({ tokens, columns }: LinkedQuestion, from = 0, to = tokens.length): Aggregate[] {
  // The min of `temp_min` asks for nothing
  const isOfName = (at: number) => columns.some(({ score, words }) => score > wholeName && hasWord(words, at));
  const said = tokens.flatMap(({ text }, at) =>
    at < from || at >= to
      ? []
      : aggregateWords.flatMap(([one, words]) => (words.test(text) && !isOfName(at) ? [one] : [])),
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

const [firsts, lasts] = [
  /^(first|earliest|oldest|min|minimum|start)$/,
  /^(last|latest|newest|recent|max|maximum|end)$/,
];

/** "The first and the last order date": both ends of a date that is named, or of the only one. */
export function endsOfDates(question: LinkedQuestion, shown: readonly Placed[]): ProposedAnswer[] {
  const say = (words: RegExp) => question.tokens.some(({ text }) => words.test(text));
  const dates = shown.filter(({ field }) => field.kind === 'date' && field.part === 'whole');
  const named = dates.filter(({ field }) => linkOfField(question, field).score > 0);
  if (!say(firsts) || !say(lasts)) return [];
  return (named.length > 0 ? named : dates.slice(0, 1)).map((one) =>
    figuresOf(
      question,
      [
        { one, aggregate: 'lowest' },
        { one, aggregate: 'highest' },
      ],
      false,
    ),
  );
}

/** "Average duration and total revenue": each named field with what is said before it, or before the last one. */
function measuresSaid(question: LinkedQuestion, figured: readonly Placed[]): Worked[] {
  const named = namedIn(question, figured, mostTogether);
  let from = 0;
  let last: readonly Aggregate[] = ['sum'];
  return named.flatMap((one) => {
    const at = linkOfField(question, one.field).from;
    const said = aggregatesSaid(question, from, at + 1);
    from = at + 1;
    if (said.length > 0) last = said;
    return aggregatesOf(one.field, last).map((aggregate) => ({ one, aggregate }));
  });
}

/** "Number of orders and total amount per city": several measures of each group. */
export function figuresOfGroups(
  question: LinkedQuestion,
  grouping: readonly Placed[],
  figured: readonly Placed[],
): ProposedAnswer[] {
  const { rowWords, tokens } = question;
  const counts =
    rowWords.low !== 0 || rowWords.high !== 0 || tokens.some(({ text }) => /^(number|count|many)$/.test(text));
  const isOfRows = ({ field }: Placed) => isWithin(linkOfField(question, field).words, rowWords);
  const measured = figured.filter((one) => !isOfRows(one));
  const all = measuresSaid(question, measured).slice(0, mostTogether);
  const lists = [...(all.length > 1 ? [false] : []), ...(counts && all.length > 0 ? [true] : [])];
  return namedIn(question, grouping, mostPaired).flatMap((by) => {
    const own = all.filter(({ one }) => isApart(one, by));
    return own.length === 0 ? [] : lists.flatMap((isCounted) => severalOf(question, by, own, isCounted));
  });
}

function severalOf(question: LinkedQuestion, by: Placed, own: readonly Worked[], isCounted: boolean): ProposedAnswer[] {
  const figures = own.map(({ one: { field }, aggregate }): Measure => ({ of: 'field', field, aggregate }));
  const [measure, ...more] = isCounted ? [{ of: 'rows' } as const, ...figures] : figures;
  if (more.length === 0) return [];
  const operations = [...new Set(own.map(({ one, aggregate }) => operationOf(one.field, aggregate)))];
  const fields = [...new Set(own.map(({ one }) => one))].map((one) => ['figure', one] as const);
  return [
    {
      answer: { kind: 'groups', by: by.field, measure, more },
      parts: partsOf(
        question,
        ['figures of groups', ...(isCounted ? (['count'] as const) : []), ...operations],
        [['group', by], ...fields],
      ),
    },
  ];
}

/** "Which driver had the most trips in each year": the first group for each value that stands behind "each". */
export function topsOfEach(
  question: LinkedQuestion,
  grouping: readonly Placed[],
  tops: readonly { by: Placed; answers: readonly ProposedAnswer[] }[],
): ProposedAnswer[] {
  const { tokens } = question;
  const isBehindEach = ({ field }: Placed) => {
    const { from, score } = linkOfField(question, field);
    return (
      score > 0 && from > 0 && [from - 1, from - 2].some((at) => /^(each|every|per|by)$/.test(tokens[at]?.text ?? ''))
    );
  };
  const each = grouping.filter((one) => isBehindEach(one) || isPeriodSaid(question, one)).slice(0, mostEach);
  return each.flatMap((one) =>
    tops
      .filter(({ by }) => by.field.at !== one.field.at)
      .flatMap(({ answers }) => answers)
      .flatMap(({ answer, parts }): ProposedAnswer[] =>
        answer.kind === 'top' && answer.shows === 'label' && answer.count === 1
          ? [
              {
                answer: { ...answer, each: one.field },
                parts: [...parts, ...partsOf(question, ['top of each'], [['group', one]])],
              },
            ]
          : [],
      ),
  );
}

const mostEach = 2;

/** "In each year" says a part of a date that need not be named. */
function isPeriodSaid({ tokens }: LinkedQuestion, { field: { part, kind } }: Placed): boolean {
  if (part !== 'year' || kind === 'text') return false;
  return tokens.some(({ text }, at) => text === 'year' && /^(each|every|per|by)$/.test(tokens[at - 1]?.text ?? ''));
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
    const figures = figured.filter((own) => isApart(own, one) && isApart(own, other)).slice(0, mostFigures);
    return [
      { answer: { ...by, measure: { of: 'rows' } }, parts: partsOf(question, ['two groups', 'count'], fields) },
      ...figures.flatMap((own) =>
        aggregatesOf(own.field, said.length > 0 ? said.slice(0, 2) : ['sum', 'average']).map(
          (aggregate): ProposedAnswer => ({
            answer: { ...by, measure: { of: 'field', field: own.field, aggregate } },
            parts: partsOf(question, ['two groups', operationOf(own.field, aggregate)], [...fields, ['figure', own]]),
          }),
        ),
      ),
    ];
  });
}

const mostFigures = 3;
