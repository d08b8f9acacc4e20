import type { Plan } from '../../../builtin/plan-kinds.ts';
import type { Planner, PlanRequest } from '../../../builtin/planner.ts';
import { ownWordsOf } from '../../../builtin/words/languages/own-words.ts';
import { sayInEnglish } from '../../../builtin/words/languages/say-in-english.ts';
import { isSmall } from '../../../questions/link/small-words.ts';
import { sayReading } from '../../../questions/realise/say-reading.ts';
import { tokenize } from '../../../questions/words/tokens.ts';

const mostNamed = 5;

/** Returns the planner, and what to add to an answer by its last plan where that leaves words of the question. */
export function hearLeft(planner: Planner): { planner: Planner; noteLeft: () => string } {
  let left: string[] = [];
  const heard: Planner = {
    findWords: (request, signal) => planner.findWords(request, signal),
    hint: (request, signal) => planner.hint(request, signal),
    async plan(request, signal) {
      const plan = await planner.plan(request, signal);
      left = leftWords(request, plan);
      return plan;
    },
  };
  return { planner: heard, noteLeft: () => (left.length === 0 ? '' : `\n\n${sayLeft(left)}`) };
}

function sayLeft(words: readonly string[]): string {
  const named = words.slice(0, mostNamed).map((word) => `“${word}”`);
  return `I am not sure that I read this rightly: I may not have read ${named.join(', ')}.`;
}

/** Words of the question that a reading says in no way, where it is not certain. */
export function leftWords(
  { questions, groundings }: Pick<PlanRequest, 'questions' | 'groundings'>,
  plan: Plan,
): string[] {
  if (plan.kind !== 'read' || plan.isCertain) return [];
  const tables = groundings.flatMap((one) => (one.kind === 'sql' && one.tool === plan.tool ? one.tables : []));
  const question = sayInEnglish(questions.slice(-1), ownWordsOf(tables))[0] ?? '';
  const said = `${sayReading(plan.reading)} ${plan.sql}`.replaceAll('_', ' ');
  const known = new Set(tokenize(said).map(({ stem }) => stem));
  const left = tokenize(question).filter(
    ({ text, stem, number }) => number === undefined && !known.has(stem) && !isSmall(text) && !asks.test(text),
  );
  return [...new Set(left.map(({ text }) => text))];
}

/** Words for what is worked out of the rows, which a reading may say by others. */
const asks =
  /^(?:average|mean|avg|median|total|sum|highest|lowest|largest|smallest|biggest|maximum|minimum|max|min|most|least|top|best|worst|common|different|distinct|share|percent|percentage|proportion|fraction|number|count|amount|many|much|list|show|tell|give|find)s?$/;
