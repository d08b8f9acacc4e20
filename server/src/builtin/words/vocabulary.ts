import type { Rewrite } from './tokens.ts';

/** The answerer's knowledge of a language. `english.ts` is one; another language is another object of this shape. */
export interface Vocabulary {
  /** The words that structure a question, as phrases of lower-case words. */
  terms: Readonly<Record<Term, readonly string[]>>;
  /** Contractions, and idioms. */
  rewrites: readonly Rewrite[];
  numbers: Readonly<Record<string, number>>;
  months: readonly string[];
  adjectives: readonly Adjective[];
  /** Concept -> words with nearly the same meaning in a table: a column `salary` matches "pay". */
  concepts: Readonly<Record<string, readonly string[]>>;
  /** Concept -> words for the negative value of its yes-or-no column. */
  contraries: Readonly<Record<string, readonly string[]>>;
  /** Nouns for rows, by the topics of columns. */
  rowKinds: readonly { traits: readonly string[]; anybody: readonly string[]; nouns: readonly string[] }[];
  /** Endings of nouns for people by what they do: "winners", "applicants". */
  agentEnding: RegExp;
  /** Columns that tell of people. */
  personTraits: readonly string[];
  /** Short forms in names of columns, with the words they stand for. */
  abbreviations: Readonly<Record<string, string>>;
  /** Adjectives and nouns of people, with their country: "german", "germans". */
  demonyms: Readonly<Record<string, string>>;
  weekdays: readonly string[];
  /** "weekend": its days, from 0 for Monday. */
  partsOfWeek: Readonly<Record<string, readonly number[]>>;
  /** Words of column names without meaning of their own: `number` in `number_of_rooms`. */
  weakWords: readonly string[];
  /** Words of a question that a passage need not contain. */
  lightWords: readonly string[];
  /** Reduces a lower-case word to a form without number, or without number and tense. */
  /** Singular units of measure that names of columns end with. */
  units: readonly string[];
  singular(word: string): string;
  stem(word: string): string;
  /** Words for the opposite: "unpaid" for "paid". */
  opposites(word: string): string[];
}

/**
 * An adjective that orders rows by a concept: "cheap" is little of `price`. Forms are phrases; a form may be absent.
 */
export interface Adjective {
  concept: string;
  more: boolean;
  plain: string;
  comparative?: string;
  superlative?: string;
  /** Used only where no other concept fits: "old" means an age rather than a date. */
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
  | 'where'
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
  | 'hour'
  | 'decade'
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
