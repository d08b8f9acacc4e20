import type { Grounding, TableSummary } from '../grounding.ts';
import { wordsToFind } from './find-values.ts';
import { offerChoices } from './offer-choices.ts';
import { draftPlan, type Plan } from './plan.ts';
import type { FoundValue } from './tables/table-names.ts';
import { english } from './words/english.ts';
import { ownWordsOf } from './words/tongues/own-words.ts';
import { sayInEnglish } from './words/tongues/say-in-english.ts';

/** Questions to read against all that the skills tell. */
export interface WordsRequest {
  questions: readonly string[];
  tables: readonly TableSummary[];
}

export interface PlanRequest {
  questions: readonly string[];
  groundings: readonly Grounding[];
  found: ReadonlyMap<TableSummary, readonly FoundValue[]>;
  now: Date;
}

/** Reads questions: which words to search each table for, and then how to answer the last question. */
export interface Planner {
  findWords(request: WordsRequest, signal?: AbortSignal): string[][] | Promise<string[][]>;
  plan(request: PlanRequest, signal?: AbortSignal): Plan | Promise<Plan>;
}

/** Reads on the calling thread. */
export const planHere: Planner = {
  findWords({ questions, tables }) {
    const said = sayInEnglish(questions, ownWordsOf(tables));
    return tables.map((table) => wordsToFind(said, table, english));
  },
  plan: ({ questions, ...known }) => offerChoices(draftPlan(questions, { ...known, vocabulary: english })),
};
