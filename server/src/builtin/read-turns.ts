import { completeQuestion, type Earlier } from '../questions/follow/complete-question.ts';
import { asksNothing, goesOn } from '../questions/follow/going-on.ts';
import { wordsOf } from '../questions/words/tokens.ts';
import type { Draft } from './plan-reading.ts';

/** A question as it was asked, and in English. */
export interface Asked {
  question: string;
  said: string;
}

/** How a question of a conversation was read, and the question that says by itself what it means there. */
export interface Turn extends Draft {
  whole: string;
}

/** Plans a question by itself, without tables where it is a part; `before` is how the one before it was planned. */
type PlanOne = (asked: Asked, before: () => Turn | undefined, isPart?: boolean) => Draft;

/**
 * Reads the last question of a conversation. One that goes on from the question before is said whole in a few ways, and
 * the first of these that is answered is taken; so is one that says nothing by itself.
 */
export function readTurns(all: readonly Asked[], planOne: PlanOne): Turn {
  const last = all.at(-1) as Asked;
  let known: { turn: Turn | undefined } | undefined;
  const before = () => {
    known ??= { turn: all.length > 1 ? readTurns(all.slice(0, -1), planOne) : undefined };
    return known.turn;
  };
  const alone = (isPart = false) => ({ ...planOne(last, before, isPart), whole: last.said });
  const continued = () => continueFrom(last, before(), (said) => planOne({ ...last, said }, () => undefined));
  if (all.length > 1 && (goesOn(last.said) || asksNothing(last.said)))
    return continued() ?? unfollowed(alone(true), before());
  return alone();
}

/** What goes on from an answered question lacks something else than that. */
function unfollowed(turn: Turn, before: Turn | undefined): Turn {
  const { plan } = turn;
  const isAnswered = before?.plan.kind === 'read';
  return plan.kind === 'refuse' && plan.leans && isAnswered ? { ...turn, plan: { ...plan, leans: false } } : turn;
}

function continueFrom({ said }: Asked, before: Turn | undefined, plan: (said: string) => Draft): Turn | undefined {
  const earlier = before && earlierOf(before);
  if (!earlier) return undefined;
  const known = new Set(wordsOf(earlier.question));
  const added = new Set(wordsOf(said).filter((word) => !known.has(word)));
  for (const whole of completeQuestion(said, earlier)) {
    const draft = plan(whole);
    // A word that is left out may be the one that changes the question
    if (draft.plan.kind === 'read' && !draft.plan.unread.some((word) => added.has(word))) return { ...draft, whole };
  }
  return undefined;
}

/** What was answered from a table, and the columns that tell of which rows. */
function earlierOf({ plan, table, whole }: Turn): Earlier | undefined {
  if (plan.kind !== 'read' || !table) return undefined;
  const { conditions, pick } = plan.reading.rows;
  const tested = new Set(conditions.map(({ field }) => field.column.name));
  return { question: whole, table, tested, isOfOne: pick?.count === 1 };
}
