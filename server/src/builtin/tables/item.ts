import type { TermReading } from '../words/terms.ts';
import type { Span } from './spans.ts';
import type { Mention } from './table-names.ts';

/** Possible meanings of a phrase of a question. */
export type Reading =
  | TermReading
  | Mention
  | { kind: 'date'; span: Required<Span> }
  | { kind: 'quoted'; text: string }
  /** "Q2" is 1. */
  | { kind: 'quarter'; quarter: number }
  /** "The second highest" is at place 2. */
  | { kind: 'place'; place: number }
  /** "1990s". */
  | { kind: 'decade'; year: number }
  /** Behind a number: "5000 g". */
  | { kind: 'unit' }
  /** A word without meaning here. */
  | { kind: 'unread' };

export type Item = Reading & {
  /** Tokens from `from` to before `to`. */
  from: number;
  to: number;
  text: string;
  /** Whether a hyphen joins it to the previous item. */
  joined: boolean;
  /** How far the reading is from the words: its part of the cost. */
  distance: number;
};
