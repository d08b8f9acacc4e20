import type { Profile } from '../profile.ts';
import { mostTokens } from '../words/tokens.ts';
import { changed, renamed } from './ask-of-others.ts';
import { asked, askedEnd } from './ask-of-same-rows.ts';
import { askOf, goesOn, isWhole, leadOf, pointsBack } from './going-on.ts';
import { apart, type Slot, slotsOf } from './slots.ts';
import type { Way } from './way.ts';
import { textOf, type WrittenQuestion, withChanges, writtenQuestion } from './written-question.ts';

/** A question that was answered. */
export interface Earlier {
  question: string;
  table: Profile;
  /** Names of the columns that its rows were chosen by. */
  tested: ReadonlySet<string>;
  /** Whether it told one row, by its place in an order. */
  isOfOne: boolean;
}

const mostWays = 4;

/**
 * Says a question that goes on from another as a whole one, in a few ways, the likeliest first: what it says takes the
 * place of what the earlier one says of the same kind (another value of the same column, another figure, group or end),
 * or is added; or it asks something else of the earlier rows. Of "What is the average price in Rome?", "and in Oslo?"
 * makes "What is the average price in Oslo".
 */
export function completeQuestion(question: string, earlier: Earlier): string[] {
  const before = writtenQuestion(earlier.question, earlier.table);
  const next = writtenQuestion(question, earlier.table);
  if (before.tokens.length + next.tokens.length >= mostTokens) return [];
  const isTested =
    ({ table }: WrittenQuestion) =>
    (column: number) =>
      earlier.tested.has(table.columns[column]?.name);
  const said = slotsOf(before, isTested(before));
  const lead = leadOf(next);
  const possible = slotsOf(next, isTested(next)).filter(({ from }) => from >= lead);
  const own = apart(possible);
  if (isWhole(next, lead) && !pointsBack(question)) return [];
  if (!goesOn(question) && !isOnlyPart(own)) return [];
  const way = { before, next, lead, said, own, isOfOne: earlier.isOfOne, tested: earlier.tested };
  const asksEnd = askOf(next, lead) === undefined && possible.some(({ kind }) => kind === 'how') && !namesFigure(way);
  if (isOfThem.test(question) && asksEnd) return [askedEnd(way)];
  const ways = isOfThem.test(question) || !replacesSomething(way) ? [askOther, askSame] : [askSame, askOther];
  const all = [...ways, renamed].flatMap((say) => say(way));
  const plain = textOf(before, { from: 0, to: before.tokens.length });
  return [...new Set(all)].filter((one) => one !== plain).slice(0, mostWays);
}

const isOfThem = /\b(those|these|them|they)\b/i;

/** The earlier question of others, where the next one asks nothing else. */
function askSame(way: Way): string[] {
  const { before, next, lead } = way;
  const ask = askOf(next, lead);
  const said = ask === undefined || ask === askOf(before, 0) ? changed(way) : undefined;
  return said ? [withChanges(before, said.changes, said.added)] : [];
}

function askOther(way: Way): string[] {
  return askOf(way.next, way.lead) === undefined && !namesFigure(way) ? [] : [asked(way)];
}

/** "And the average age?" of those who were counted. */
function namesFigure({ own }: Way): boolean {
  return own.some(({ kind }) => kind === 'how') && own.some(({ kind }) => kind === 'figure');
}

function replacesSomething(way: Way): boolean {
  return (changed(way)?.changes.length ?? 0) > 0;
}

/** "Over 50,000?", "by region", "the fewest?": without a word that goes on, only what can be nothing else. */
function isOnlyPart(own: readonly Slot[]): boolean {
  const isOfRows = own.every(({ kind }) => kind === 'where' || kind === 'group');
  return own.length > 0 && (isOfRows || (own.length === 1 && own[0].kind === 'how'));
}
