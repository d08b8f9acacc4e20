import { completeQuestion, type Earlier } from '../questions/follow/complete-question.ts';
import { asksNothing, goesOn } from '../questions/follow/going-on.ts';
import { wordsOf } from '../questions/words/tokens.ts';
import type { TableSummary } from './grounding.ts';
import type { Draft } from './plan-reading.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import { foundInJoined, isJoined } from './tables/joined-tables.ts';
import { withFound } from './with-found.ts';

/** A question as it was asked, and in English. */
export interface Asked {
  question: string;
  said: string;
}

/** How a question of a conversation was read, and the question that says by itself what it means there. */
export interface Turn extends Draft {
  whole: string;
}

/** Plans a question by itself, by rules alone where it is a part; `before` is how the one before it was planned. */
type PlanOne = (asked: Asked, before: () => Turn | undefined, isPart?: boolean) => Draft;

/**
 * Reads the last question of a conversation. One that goes on from the question before is said whole in a few ways, and
 * the first of these that is answered is taken; so is one that says nothing by itself.
 */
export function readTurns(all: readonly Asked[], surroundings: Surroundings, planOne: PlanOne): Turn {
  const last = all.at(-1) as Asked;
  let known: { turn: Turn | undefined } | undefined;
  const before = () => {
    known ??= { turn: all.length > 1 ? readTurns(all.slice(0, -1), surroundings, planOne) : undefined };
    return known.turn;
  };
  const alone = (isPart = false) => ({ ...planOne(last, before, isPart), whole: last.said });
  const continued = () =>
    continueFrom(last, before(), surroundings, (said) => planOne({ ...last, said }, () => undefined));
  if (all.length > 1 && (goesOn(last.said) || asksNothing(last.said)))
    return continued() ?? unfollowed(alone(true), before());
  return alone();
}

/** What goes on from an answered question lacks something else than that. */
function unfollowed(turn: Turn, before: Turn | undefined): Turn {
  const { plan } = turn;
  const isAnswered = before?.plan.kind === 'query' || before?.plan.kind === 'read';
  return plan.kind === 'refuse' && plan.leans && isAnswered ? { ...turn, plan: { ...plan, leans: false } } : turn;
}

function continueFrom(
  { said }: Asked,
  before: Turn | undefined,
  surroundings: Surroundings,
  plan: (said: string) => Draft,
): Turn | undefined {
  const earlier = before && earlierOf(before, surroundings);
  if (!earlier) return undefined;
  const known = new Set(wordsOf(earlier.question));
  const added = new Set(wordsOf(said).filter((word) => !known.has(word)));
  for (const whole of completeQuestion(said, earlier)) {
    const draft = plan(whole);
    const unread = unreadIn(draft);
    if (unread && !unread.some((word) => added.has(word))) return { ...draft, whole };
  }
  return undefined;
}

/** A word that is left out may be the one that changes the question. */
function unreadIn({ plan, read }: Draft): readonly string[] | undefined {
  return plan.kind === 'query' ? plan.dropped : read?.unread;
}

/** What was answered from a table, and the columns that tell of which rows. */
function earlierOf({ plan, read, whole }: Turn, surroundings: Surroundings): Earlier | undefined {
  if (plan.kind === 'read' && read) {
    const { conditions, pick } = plan.reading.rows;
    const tested = new Set(conditions.map(({ field }) => field.column.name));
    return { question: whole, table: read.table, tested, isOfOne: pick?.count === 1 };
  }
  if (plan.kind !== 'query') return undefined;
  const { table, conditions, shape } = plan.query;
  const tested = new Set(conditions.map(({ column }) => column.name));
  const isOfOne = shape === 'rows' && plan.query.order !== undefined && plan.query.limit === 1;
  return { question: whole, table: toldOf(table, surroundings), tested, isOfOne };
}

/** The rules know a table without what was taught. */
function toldOf(table: TableSummary, surroundings: Surroundings): TableSummary {
  if (isJoined(table)) return withFound(table, foundInJoined(table, surroundings.found));
  const all = ofKind(surroundings, 'sql').flatMap(({ tables }) => tables);
  const told = all.find(({ name }) => name === table.name) ?? table;
  return withFound(told, surroundings.found?.get(told) ?? []);
}
