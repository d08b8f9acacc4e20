import { quoteData } from '../quote-data.ts';
import { relevanceFor, wordsOf } from './relevance.ts';

/** An earlier question with the SQL that answers it. */
export interface SqlExample {
  question: string;
  sql: string;
}

const mostTold = 5;

/** Returns the examples most similar to the question, the nearest first. */
export function nearestExamples(examples: readonly SqlExample[], question: string): string[] {
  const relevance = relevanceFor(question);
  const scored = examples.map((example) => {
    const words = wordsOf(example.question).length;
    return { example, score: relevance.of(example.question) / Math.sqrt(Math.max(words, 1)) };
  });
  const near = scored.toSorted((a, b) => b.score - a.score).slice(0, mostTold);
  if (near.length === 0) return [];
  const lines = near.map(({ example }) => `  ${quoteData(example.question)} -> ${quoteData(example.sql)}`);
  return ['Questions asked before, and the SQL that answered them:', ...lines];
}
