import type { ColumnSummary } from '../../grounding.ts';
import type { Aggregate, Comparison, Condition, Grouping, Having, Measure } from './logical-form.ts';
import type { Scalar } from './traits.ts';

/** A condition and the item of the question that it stands at. */
export interface Placed {
  condition: Condition;
  at: number;
  /** By a word that may be the verb: "left", "churned". */
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
}

export interface Contrast {
  column: ColumnSummary;
  /** All when absent. */
  values?: Scalar[];
  how?: 'differs' | 'compares';
  first?: Scalar;
  descending?: boolean;
}

/** What a question asks for, sorted into its slots. */
export interface Frame {
  conditions: Placed[];
  groups: Grouping[];
  having?: Having;
  count?: boolean;
  distinct?: boolean;
  /** "How many bedrooms": a column that counts things itself. */
  counted?: ColumnSummary;
  /** "How many countries": its distinct values are counted. */
  countedLabel?: ColumnSummary;
  aggregates: Aggregate[];
  figures: ColumnSummary[];
  /** Texts and dates that are asked for. */
  labels: ColumnSummary[];
  /** Where the word for a share stands, and the verbs that part the whole from the part. */
  share?: { at: number; verbs: number[]; rate?: boolean };
  ranks: Rank[];
  /** "Which month has the most": its groups are what is ranked. */
  ranksGroups?: boolean;
  order?: { measure?: Measure; column?: ColumnSummary; descending?: boolean };
  limit?: number;
  show?: boolean;
  /** "How many have …", "are there any …". */
  exists?: boolean;
  howMuch?: boolean;
  range?: boolean;
  entity?: 'one' | 'many';
  contrast?: Contrast;
  /** Whether it leans on the question before: what "those" and "and" refer to. */
  leans?: 'them' | 'also';
  /** A number that only the question before can explain. */
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
        frame.order ||
        frame.having ||
        frame.counted,
    ) || [frame.aggregates, frame.figures, frame.labels, frame.ranks].some((list) => list.length > 0)
  );
}

/** The question that a follow-up means: what it leaves out is taken from the one before. */
export function continueFrame(before: Frame, next: Frame): Frame {
  const own = next.loneNumber ? [...next.conditions, ...explainNumber(before, next.loneNumber)] : next.conditions;
  const changed = new Set(own.map(({ condition }) => condition.column));
  // What is said anew comes last: a share is taken of the rows before
  const kept = before.conditions.filter(({ condition }) => next.leans === 'them' || !changed.has(condition.column));
  const conditions = [...kept.map((one) => ({ ...one, at: one.at - 1000, verbal: false })), ...own];
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

/** A follow-up to a share keeps to the places that the conditions before it had. */
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

/** "And the median?" is of the column before; "and the size?" is the figure before. */
function completeAsk(before: Frame, next: Frame): Partial<Frame> {
  const more: Partial<Frame> = {};
  const isSameRank = next.leans === 'also' && next.ranks.length > 0 && next.labels.length === 0 && !next.entity;
  if (isSameRank && before.ranks.length > 0) more.labels = before.labels;
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
