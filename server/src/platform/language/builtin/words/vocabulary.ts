import type { Rewrite } from './tokens.ts';

/** What the answerer has to know of a language. `english.ts` is one; another language is another object of this shape. */
export interface Vocabulary {
  /** The words that carry the structure of a question, as phrases of lower-case words. */
  terms: Readonly<Record<Term, readonly string[]>>;
  /** Contractions, and sentences that mean something else than their words. */
  rewrites: readonly Rewrite[];
  numbers: Readonly<Record<string, number>>;
  months: readonly string[];
  adjectives: readonly Adjective[];
  /** Concept -> words that mean nearly the same in a table: a column `salary` answers for "pay". */
  concepts: Readonly<Record<string, readonly string[]>>;
  /** Concept -> what is said of a yes-or-no column of it where it is no. */
  contraries: Readonly<Record<string, readonly string[]>>;
  /** What rows may be called where columns are about such things. */
  rowKinds: readonly { traits: readonly string[]; anybody: readonly string[]; nouns: readonly string[] }[];
  /** Words of a column's name that say nothing by themselves: `number` in `number_of_rooms`. */
  weakWords: readonly string[];
  /** Words of a question to a document that a passage need not contain. */
  lightWords: readonly string[];
  /** Reduces a lower-case word to what its forms have in common: of number only, or of number and tense. */
  singular(word: string): string;
  stem(word: string): string;
  /** Words for what is not so: "unpaid" for "paid". */
  opposites(word: string): string[];
}

/** An adjective that orders rows by a concept: "cheap" is little of `price`. Forms are phrases; a form may be absent. */
export interface Adjective {
  concept: string;
  more: boolean;
  plain: string;
  comparative?: string;
  superlative?: string;
  /** Meant only where no other concept fits: "old" is of an age before it is of a date. */
  farFetched?: boolean;
}

export type Term =
  | 'count'
  | 'average'
  | 'sum'
  | 'median'
  | 'deviation'
  | 'share'
  | 'rate'
  | 'show'
  | 'which'
  | 'who'
  | 'what'
  | 'when'
  | 'howMuch'
  | 'how'
  | 'why'
  | 'whether'
  | 'exists'
  | 'distinct'
  | 'predict'
  | 'highest'
  | 'lowest'
  | 'most'
  | 'least'
  | 'commonest'
  | 'rarest'
  | 'top'
  | 'bottom'
  | 'sorted'
  | 'descending'
  | 'ascending'
  | 'first'
  | 'last'
  | 'range'
  | 'periodic'
  | 'overTime'
  | 'by'
  | 'each'
  | 'withAndWithout'
  | 'month'
  | 'year'
  | 'quarter'
  | 'week'
  | 'day'
  | 'weekday'
  | 'more'
  | 'atLeast'
  | 'less'
  | 'atMost'
  | 'orMore'
  | 'orLess'
  | 'between'
  | 'equal'
  | 'not'
  | 'no'
  | 'neither'
  | 'missing'
  | 'after'
  | 'since'
  | 'before'
  | 'until'
  | 'onwards'
  | 'backwards'
  | 'thisPeriod'
  | 'lastPeriod'
  | 'today'
  | 'yesterday'
  | 'money'
  | 'than'
  | 'moreSo'
  | 'lessSo'
  | 'versus'
  | 'compare'
  | 'and'
  | 'or'
  | 'to'
  | 'from'
  | 'in'
  | 'with'
  | 'of'
  | 'be'
  | 'have'
  | 'row'
  | 'vague'
  | 'followUp'
  | 'them'
  | 'noise'
  | 'soft'
  | 'asksFigure'
  | 'greeting'
  | 'help'
  | 'thanks';
