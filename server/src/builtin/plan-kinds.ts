import type { Reading } from '../questions/algebra.ts';
import type { Whether } from '../questions/realise/say-whether.ts';
import type { Alternative, WouldHelp } from './asides.ts';
import type { ModelSummary } from './grounding.ts';
import type { HealthPlan } from './health.ts';
import type { PredictionRequest } from './predictions/understand.ts';
import type { TableQuery } from './tables/logical-form.ts';
import type { Understanding } from './tables/understand.ts';

/** How to answer a question. */
export type Plan =
  | ({ kind: 'query'; tool: string } & Omit<Understanding, 'cost' | 'doubted'>)
  | { kind: 'predict'; tool: string; model: ModelSummary; request: PredictionRequest }
  | HealthPlan
  | ({ kind: 'search'; tools: string[]; question: string; isLong?: boolean } & Refused)
  | { kind: 'greet' | 'help' | 'thank' }
  /** Somebody else answers; nothing is said. */
  | { kind: 'leave' }
  | { kind: 'choose'; candidates: TableQuery[]; alternatives?: Alternative[] }
  /** By the reader that learned. */
  | {
      kind: 'read';
      tool: string;
      sql: string;
      reading: Reading;
      /** Whether it leaves no word, and is as likely as what takes the place of a query of the rules. */
      isCertain: boolean;
      whether?: Whether;
      /** What was looked up in other tables. */
      joined?: string;
      alternatives: Alternative[];
    }
  /** A question that was asked before, with SQL that somebody checked. */
  | { kind: 'verified'; tool: string; sql: string }
  /** Several readings are as likely, and their answers differ. */
  | { kind: 'ask'; alternatives: Alternative[] }
  | { kind: 'doubt'; query: TableQuery; words: string[]; alternatives?: Alternative[] }
  | ({ kind: 'refuse'; leans?: boolean; isLong?: boolean } & Refused);

/** Why tables do not answer: words without a meaning there, or known ones that fit no query together. */
export interface Refused {
  unread: string[];
  unplaced?: string[];
  /** Questions near to this one that can be answered. */
  alternatives?: Alternative[];
  wouldHelp?: WouldHelp;
}
