import type { Glossary } from '../entry.ts';

/** A part of a document that no entry of a glossary can say. */
export interface Unmapped {
  /** Its place, as names: `metrics/churn_trend`. */
  what: string;
  why: string;
}

/** What a document teaches, and what of it does not map. */
export interface ReadSemantics extends Glossary {
  unmapped: Unmapped[];
}
