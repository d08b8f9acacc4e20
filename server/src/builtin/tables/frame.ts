import type { ColumnSummary } from '../grounding.ts';
import type { Aggregate, Comparison, Condition, Grouping, Measure } from './logical-form.ts';
import type { Period } from './spans.ts';
import { isoDay, type Span } from './spans.ts';
import { flagOf, type Scalar } from './traits.ts';

/** A condition with its item of the question. */
export interface Placed {
  condition: Condition;
  at: number;
  /** Named by a word that may be the verb: "left", "churned". */
  verbal: boolean;
}

export interface Rank {
  descending: boolean;
  column?: ColumnSummary;
  /** "The most dogs": by the number of rows. */
  ofRows?: boolean;
  /** By an adjective ("cheapest") rather than by a column ("lowest price"). */
  byAdjective?: boolean;
  aggregate?: Aggregate;
  measure?: Measure;
  limit?: number;
  /** "The best rating" of many rows is that on average. */
  best?: boolean;
  /** "The most seats", of several rows at once: their sum, or one of them. */
  most?: 'sum' | 'highest';
}

export interface Contrast {
  column: ColumnSummary;
  /** All when absent. */
  values?: Scalar[];
  /** Times to compare, in place of values. */
  spans?: readonly Required<Span>[];
  period?: Period;
  how?: 'differs' | 'compares';
  first?: Scalar;
  descending?: boolean;
}

/** The contents of a question, sorted into slots. */
export interface Frame {
  conditions: Placed[];
  groups: Grouping[];
  count?: boolean;
  distinct?: boolean;
  /** "How many bedrooms": a column that is itself a count. */
  counted?: ColumnSummary;
  /** "How many countries": counts its distinct values. */
  countedLabel?: ColumnSummary;
  aggregates: Aggregate[];
  figures: ColumnSummary[];
  /** Requested texts and dates. */
  labels: ColumnSummary[];
  /** Position of the word for a share, and of the verbs that separate the whole from the part. */
  share?: { at: number; verbs: number[]; inside?: number[]; rate?: boolean };
  ranks: Rank[];
  /** "Which month has the most": ranks its groups. */
  ranksGroups?: boolean;
  order?: { measure?: Measure; column?: ColumnSummary; aggregate?: Aggregate; descending?: boolean };
  limit?: number;
  /** "The second highest": only that one. */
  place?: number;
  show?: boolean;
  /** "Break down", "distribution of": the number of rows with each value. */
  breaksDown?: boolean;
  /** "How many have …", "are there any …". */
  exists?: boolean;
  howMuch?: boolean;
  range?: boolean;
  entity?: 'one' | 'many';
  /** "Which home", "who": the answer names rows. */
  asksEntity?: boolean;
  /** "Compare", "how do … compare". */
  compares?: boolean;
  contrast?: Contrast;
  /** How it refers to the previous question: "those" or "and". */
  leans?: 'them' | 'also';
  /** A number that only the previous question can explain. */
  loneNumber?: { operator: Comparison; value: number; at: number };
}

export function asksSomething(frame: Frame): boolean {
  const { count, distinct, share, show, exists, howMuch, range, contrast } = frame;
  return (
    Boolean(
      count ||
        distinct ||
        share ||
        show ||
        exists ||
        howMuch ||
        range ||
        contrast ||
        frame.asksEntity ||
        frame.order ||
        frame.counted,
    ) || [frame.aggregates, frame.figures, frame.labels, frame.ranks].some((list) => list.length > 0)
  );
}

/** Completes a follow-up question from the one before. */
export function continueFrame(before: Frame, next: Frame): Frame {
  const asked = next.loneNumber ? [...next.conditions, ...explainNumber(before, next.loneNumber)] : next.conditions;
  const own = asked.map((one) => inSameYear(one, before));
  // "Only May" of the year before narrows it
  const replacing = own.filter(({ condition }) => condition.test !== 'month' && condition.test !== 'weekday');
  const changed = new Set(replacing.map(({ condition }) => condition.column));
  // New conditions come last: a share refers to the earlier rows
  const isOpposite = ({ column, ...test }: Condition) =>
    own.some(({ condition }) => condition.column === column && isEqual(test) && isEqual(condition));
  // "And those who stayed?" after those who left
  const kept = before.conditions.filter(
    ({ condition }) => (next.leans === 'them' && !isOpposite(condition)) || !changed.has(condition.column),
  );
  // "And lawyers?" after teachers, where each is a column of its own
  const others = next.leans === 'also' && !next.count && isFlag(own) && kept.filter(isFlagOf).length === 1;
  const still = others ? kept.filter((one) => !isFlagOf(one)) : kept;
  const conditions = [...still.map((one) => ({ ...one, at: one.at - 1000, verbal: false })), ...own];
  if (!asksSomething(next)) {
    return {
      ...before,
      conditions: asBefore(before, conditions),
      groups: next.groups.length > 0 ? next.groups : before.groups,
      limit: next.limit ?? before.limit,
    };
  }
  return { ...next, conditions, ...completeAsk(before, next) };
}

function isFlag(own: readonly Placed[]): boolean {
  return own.length === 1 && isFlagOf(own[0]);
}

function isFlagOf({ condition }: Placed): boolean {
  const isOne = condition.test === 'compare' && condition.operator === '=' && !condition.negated;
  return isOne && flagOf(condition.column)?.yes === condition.value;
}

function isEqual(test: Omit<Condition, 'column'>): boolean {
  return !test.negated && 'operator' in test && test.test === 'compare' && test.operator === '=';
}

/** After "March 2014", "and in April" is April of that year. */
function inSameYear(placed: Placed, { conditions }: Frame): Placed {
  const { condition } = placed;
  if (condition.test !== 'month') return placed;
  const { column, month } = condition;
  const year = conditions.flatMap(({ condition: { column: other, ...earlier } }) =>
    other === column && earlier.test === 'during' && earlier.from && isOneMonth(earlier)
      ? [earlier.from.slice(0, 4)]
      : [],
  )[0];
  if (year === undefined) return placed;
  const span = { from: isoDay(Number(year), month, 1), before: isoDay(Number(year), month + 1, 1) };
  return { ...placed, condition: { column, test: 'during', ...span, ...(condition.negated ? { negated: true } : {}) } };
}

function isOneMonth({ from, before }: { from?: string; before?: string }): boolean {
  const days = (Date.parse(before ?? '') - Date.parse(from ?? '')) / 86_400_000;
  return days >= 28 && days <= 31;
}

/** In a follow-up to a share, conditions keep their earlier positions. */
function asBefore({ share }: Frame, conditions: Placed[]): Placed[] {
  return share ? conditions.map((one) => (one.at < -100 ? { ...one, at: one.at + 1000 } : one)) : conditions;
}

function explainNumber({ conditions }: Frame, { operator, value, at }: NonNullable<Frame['loneNumber']>): Placed[] {
  const numbers = conditions.filter(
    ({ condition }) => condition.test === 'compare' && typeof condition.value === 'number',
  );
  if (numbers.length !== 1) return [];
  const { condition } = numbers[0];
  const same = condition.test === 'compare' && operator === '=' ? condition.operator : operator;
  return [{ condition: { column: condition.column, test: 'compare', operator: same, value }, at, verbal: false }];
}

function isOfSum({ counted, aggregates, figures }: Frame): boolean {
  return counted !== undefined || (figures.length === 1 && aggregates.every((one) => one === 'sum'));
}

/** "And Clinton?" after a ranking by Trump's figure: the same ranking by another. */
function sameRanking(before: Frame, next: Frame): Partial<Frame> {
  const [column] = next.figures;
  const isBare =
    next.figures.length === 1 &&
    next.labels.length + next.aggregates.length + next.ranks.length + next.groups.length === 0 &&
    !(next.count || next.share || next.show || next.howMuch || next.exists || next.contrast);
  const [rank] = before.ranks;
  if (next.leans !== 'also' || !isBare || before.ranks.length !== 1) return {};
  // "The most common number of rooms", "and floors?"
  if (rank.ofRows && before.labels.length === 1 && before.groups.length === 0)
    return { figures: [], ranks: before.ranks, labels: [column], limit: before.limit };
  if (!rank.column) return {};
  const { labels, groups, aggregates, limit, asksEntity, entity, ranksGroups } = before;
  return {
    figures: [],
    ranks: [{ ...rank, column }],
    labels,
    groups,
    aggregates,
    limit,
    asksEntity,
    entity,
    ranksGroups,
  };
}

/** "In which state was that?" asks for another column of the row that was found. */
function sameRow(before: Frame, next: Frame): Partial<Frame> {
  const asked = [...next.labels, ...next.figures];
  const isPlain =
    !next.count && !next.share && !next.exists && next.aggregates.length + next.ranks.length + next.groups.length === 0;
  const isOneRow = before.ranks.length === 1 && (before.limit ?? 1) === 1 && before.groups.length === 0;
  if (next.leans !== 'them' || !isPlain || !isOneRow || asked.length === 0) return {};
  const { ranks, asksEntity, entity } = before;
  return { ranks, labels: asked, figures: [], howMuch: false, asksEntity, entity };
}

/** "And the median?" keeps the column; "and the size?" keeps the figure. */
function completeAsk(before: Frame, next: Frame): Partial<Frame> {
  const more: Partial<Frame> = {};
  const isSameRank = next.leans === 'also' && next.ranks.length > 0 && next.labels.length === 0 && !next.entity;
  if (isSameRank && before.ranks.length > 0) {
    more.labels = before.labels;
    more.limit = next.limit ?? before.limit;
  }
  // "What share is that for Rome?" after a sum
  if (next.share && next.figures.length === 0 && isOfSum(before))
    more.figures = before.counted ? [before.counted] : before.figures;
  Object.assign(more, sameRow(before, next), sameRanking(before, next));
  const isBare = next.figures.length === 0 && next.labels.length === 0 && !next.count && !next.share;
  if (isBare && next.aggregates.length > 0) more.figures = before.figures;
  if (isBare && next.ranks.some(({ column, ofRows, measure }) => !column && !ofRows && !measure))
    more.ranks = next.ranks.map((rank) => ({ ...rank, column: rank.column ?? before.figures[0] }));
  if (next.leans === 'also' && next.figures.length > 0 && next.aggregates.length === 0 && next.ranks.length === 0)
    more.aggregates = before.aggregates;
  const keepsGroups = next.groups.length === 0 && next.ranks.length === 0 && next.labels.length === 0 && !next.show;
  if (keepsGroups && next.leans === 'also') more.groups = before.groups;
  return more;
}
