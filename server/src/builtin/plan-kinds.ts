import type { Reading } from '../questions/algebra.ts';
import type { Whether } from '../questions/realise/say-whether.ts';
import type { Alternative, WouldHelp } from './asides.ts';
import type { ModelSummary } from './grounding.ts';
import type { HealthPlan } from './health.ts';
import type { PredictionRequest } from './predictions/understand.ts';

/** How to answer a question. */
export type Plan =
  | { kind: 'predict'; tool: string; model: ModelSummary; request: PredictionRequest }
  | HealthPlan
  | ({ kind: 'search'; tools: string[]; question: string; isLong?: boolean } & Refused)
  | { kind: 'greet' | 'help' | 'thank' }
  /** Somebody else answers; nothing is said. */
  | { kind: 'leave' }
  | ReadPlan
  /** A question that was asked before, with SQL that somebody checked. */
  | { kind: 'verified'; tool: string; sql: string }
  /** Several readings are as likely, and their answers differ. */
  | { kind: 'ask'; alternatives: Alternative[] }
  | ({ kind: 'refuse'; leans?: boolean; isLong?: boolean } & Refused);

/** Of a table. */
export interface ReadPlan {
  kind: 'read';
  tool: string;
  sql: string;
  reading: Reading;
  /** Words of the question that it says in no way. */
  unread: readonly string[];
  /** Whether it leaves no word and is very likely. */
  isCertain: boolean;
  whether?: Whether;
  /** Whether the rows that are counted are looked up and told, too. */
  isListed?: boolean;
  /** What was looked up in other tables. */
  joined?: string;
  alternatives: Alternative[];
}

/** Why tables do not answer: words without a meaning there. */
export interface Refused {
  unread: string[];
  /** Columns that the question names and that have no value in any row. */
  empty?: string[];
  /** What may be meant, told in doubt. */
  doubted?: ReadPlan;
  /** Questions near to this one that can be answered. */
  alternatives?: Alternative[];
  wouldHelp?: WouldHelp;
}
