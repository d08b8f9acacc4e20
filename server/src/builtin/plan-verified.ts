import { stemOf, wordsOf } from '../questions/words/tokens.ts';
import type { Plan } from './plan-kinds.ts';
import { ofKind, type Surroundings } from './surroundings.ts';

/** Words that say nothing of what is asked. */
const polite = /^(please|could|can|would|you|me|us|tell|show|give|the|a|an|what|which|is|are|was|were|our|my)$/;

/** Finds a question that was asked in the same words, and whose SQL somebody checked. */
export function planVerified(questions: readonly string[], surroundings: Surroundings): Plan | undefined {
  const asked = keyOf(questions.at(-1) ?? '');
  if (asked === '') return undefined;
  for (const { tool, verified = [] } of ofKind(surroundings, 'sql')) {
    const found = verified.find(({ question }) => keyOf(question) === asked);
    if (found) return { kind: 'verified', tool, sql: found.sql };
  }
  return undefined;
}

function keyOf(question: string): string {
  const words = wordsOf(question.slice(0, longest));
  return words
    .filter((word) => !polite.test(word))
    .map(stemOf)
    .join(' ');
}

const longest = 1000;
