import type { Planner } from '../../../builtin/planner.ts';

const mostNamed = 5;

/** Returns the planner, and what to add to an answer by its last plan where that leaves words of the question. */
export function hearLeft(planner: Planner): { planner: Planner; noteLeft: () => string } {
  let left: readonly string[] = [];
  const heard: Planner = {
    findWords: (request, signal) => planner.findWords(request, signal),
    hint: (request, signal) => planner.hint(request, signal),
    async plan(request, signal) {
      const plan = await planner.plan(request, signal);
      left = plan.kind === 'read' ? plan.unread : [];
      return plan;
    },
  };
  return { planner: heard, noteLeft: () => (left.length === 0 ? '' : `\n\n${sayLeft(left)}`) };
}

function sayLeft(words: readonly string[]): string {
  const named = words.slice(0, mostNamed).map((word) => `“${word}”`);
  return `I am not sure that I read this rightly: I may not have read ${named.join(', ')}.`;
}
