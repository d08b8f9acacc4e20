import { wordsToFind } from './find-values.ts';
import type { TableSummary } from './grounding.ts';
import { giveHints, type Hints } from './hints.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { sayInEnglish } from './languages/say-in-english.ts';
import { offerChoices } from './offer-choices.ts';
import { draftPlan } from './plan.ts';
import type { Plan } from './plan-kinds.ts';
import type { Surroundings } from './surroundings.ts';

/** Questions to read against all that the skills tell. */
export interface WordsRequest {
  questions: readonly string[];
  tables: readonly TableSummary[];
}

export interface PlanRequest extends Surroundings {
  questions: readonly string[];
}

export interface HintRequest extends Surroundings {
  /** Words of a question that nothing is called. */
  words: readonly string[];
}

/** Reads questions: which words to search each table for, how to answer the last one, and what to tell where none can. */
export interface Planner {
  findWords(request: WordsRequest, signal?: AbortSignal): string[][] | Promise<string[][]>;
  plan(request: PlanRequest, signal?: AbortSignal): Plan | Promise<Plan>;
  hint(request: HintRequest, signal?: AbortSignal): Hints | Promise<Hints>;
}

/** Reads on the calling thread. */
export const planHere = {
  findWords({ questions, tables }: WordsRequest): string[][] {
    const said = sayInEnglish(questions, ownWordsOf(tables));
    return tables.map((table) => wordsToFind(said, table));
  },
  plan: ({ questions, ...known }: PlanRequest): Promise<Plan> => offerChoices(draftPlan(questions, known)),
  hint: ({ words, ...known }: HintRequest): Promise<Hints> => giveHints(words, known),
} satisfies Planner;
