import type { Answer, Reading } from '../questions/algebra.ts';
import { askOfFound, askWithin } from '../questions/follow/ask-of-found.ts';
import { completeQuestion, type Earlier } from '../questions/follow/complete-question.ts';
import { asksNothing, beginsAsPart, goesOn, leavesOpen } from '../questions/follow/going-on.ts';
import { askReading } from '../questions/realise/ask-reading.ts';
import type { Plan, ReadPlan } from './plan-kinds.ts';
import type { Draft } from './plan-reading.ts';
import { readTalk } from './read-talk.ts';

/** A question as it was asked, and in English. */
export interface Asked {
  question: string;
  said: string;
}

/** How a question of a conversation was read, and the question that says by itself what it means there. */
export interface Turn extends Draft {
  whole: string;
}

/** Plans a question by itself, without tables where it is a part; `before` is how the last answered one was planned. */
type PlanOne = (asked: Asked, before: () => Turn | undefined, isPart?: boolean) => Draft;

/**
 * Reads the last question of a conversation. One that goes on from the question before is said whole in a few ways, and
 * the first of these that is answered is taken; what asks all that it needs is read alone, whatever was before.
 */
export function readTurns(all: readonly Asked[], planOne: PlanOne): Turn {
  const others = all.slice(0, -1).filter(({ said }) => readTalk(said) === undefined);
  return readTurn([...others, all.at(-1) as Asked], planOne);
}

/** Refusals in a row that are gone back over: each takes a plan. */
const mostRefused = 5;

function readTurn(all: readonly Asked[], planOne: PlanOne): Turn {
  const turns = new Map<number, Turn>();
  const turnAt = (at: number): Turn => {
    const turn = turns.get(at) ?? readOne(all[at], at > 0, () => answeredBefore(at), planOne);
    turns.set(at, turn);
    return turn;
  };
  const answeredBefore = (end: number): Turn | undefined => {
    for (let at = end - 1; at >= Math.max(0, end - mostRefused); at -= 1)
      if (isAnswered(turnAt(at).plan)) return turnAt(at);
      else if (isDoubted(turnAt(at).plan)) return undefined;
    return undefined;
  };
  return turnAt(all.length - 1);
}

/** What goes on after a figure that was told in doubt may mean that, and no earlier one. */
function isDoubted(plan: Plan): boolean {
  return plan.kind === 'refuse' && plan.doubted !== undefined;
}

function isAnswered({ kind }: Plan): boolean {
  return kind !== 'refuse' && kind !== 'ask' && kind !== 'leave';
}

function readOne(asked: Asked, isLater: boolean, before: () => Turn | undefined, planOne: PlanOne): Turn {
  const { said } = asked;
  const alone = (isPart = false): Turn => ({ ...planOne(asked, before, isPart), whole: said });
  const continued = () => continueFrom(asked, before(), (whole) => planOne({ ...asked, said: whole }, () => undefined));
  if (!isLater) return alone();
  if (goesOn(said)) return continued() ?? unfollowed(alone(true), before());
  if (leavesOpen(said)) return askedOfFound(said, before()) ?? within(alone(), before());
  if (!asksNothing(said)) return alone();
  const own = beginsAsPart(said) ? undefined : alone();
  return own && asksWhole(own.plan) ? own : (continued() ?? own ?? alone());
}

/** "Average price by city", "top 3 cities by price": what is worked out is said, so nothing of the question before is needed. */
function asksWhole(plan: Plan): boolean {
  return plan.kind === 'read' ? workedOut.has(plan.reading.answer.kind) : isAnswered(plan) && plan.kind !== 'search';
}

const workedOut: ReadonlySet<Answer['kind']> = new Set([
  'figure',
  'figures',
  'difference',
  'distinct',
  'share',
  'groups',
  'top',
  'having',
]);

/** What goes on from an answered question lacks something else than that. */
function unfollowed(turn: Turn, before: Turn | undefined): Turn {
  const { plan } = turn;
  return plan.kind === 'refuse' && plan.leans && before ? { ...turn, plan: { ...plan, leans: false } } : turn;
}

function continueFrom({ said }: Asked, before: Turn | undefined, plan: (said: string) => Draft): Turn | undefined {
  const earlier = before && earlierOf(before);
  if (!earlier) return undefined;
  const ofFound = askedOfFound(said, before);
  if (ofFound) return ofFound;
  for (const whole of completeQuestion(said, earlier)) {
    const draft = plan(whole);
    // A word that is left out may be the one that changes the question, or that chose the rows
    if (draft.plan.kind === 'read' && draft.plan.unread.every((word) => earlier.unread.includes(word)))
      return { ...draft, whole };
  }
  return undefined;
}

function askedOfFound(said: string, before: Turn | undefined): Turn | undefined {
  return before?.plan.kind === 'read' ? rereadAs(before, askOfFound(said, before.plan.reading)) : undefined;
}

function rereadAs({ reread }: Turn, reading: Reading | undefined): Turn | undefined {
  return reading && reread ? { ...reread(reading), whole: askReading(reading) } : undefined;
}

/** "Which city had the most?" is asked of the rows that the question before chose. */
function within(own: Turn, before: Turn | undefined): Turn {
  if (own.plan.kind !== 'read' || before?.plan.kind !== 'read' || own.table?.name !== before.table?.name) return own;
  return rereadAs(before, askWithin(own.plan.reading, before.plan.reading)) ?? own;
}

/** What was answered from a table, and the columns that tell of which rows. */
function earlierOf({ plan, table, whole }: Turn): (Earlier & Pick<ReadPlan, 'unread'>) | undefined {
  if (plan.kind !== 'read' || !table) return undefined;
  const { conditions, pick } = plan.reading.rows;
  const tested = new Set(conditions.map(({ field }) => field.column.name));
  return { question: whole, table, tested, isOfOne: pick?.count === 1, unread: plan.unread };
}
