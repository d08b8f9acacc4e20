import type { ColumnSummary } from '../grounding.ts';
import type { Aggregate, Condition, Grouping, Measure } from './logical-form.ts';

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
  /** How it refers to the previous question: "those" or "and". */
  leans?: 'them' | 'also';
}

export function asksSomething(frame: Frame): boolean {
  const { count, distinct, share, show, exists, howMuch, range } = frame;
  return (
    Boolean(
      count ||
        distinct ||
        share ||
        show ||
        exists ||
        howMuch ||
        range ||
        frame.asksEntity ||
        frame.order ||
        frame.counted,
    ) || [frame.aggregates, frame.figures, frame.labels, frame.ranks].some((list) => list.length > 0)
  );
}
