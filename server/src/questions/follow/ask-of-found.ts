import type { Answer, Condition, Reading } from '../algebra.ts';
import { tokenize } from '../words/tokens.ts';
import { endOfAny } from '../words/which-end.ts';

/** "Which one is the highest?" and "the top 3" of groups, "who are they?" of rows that were counted. */
export function askOfFound(question: string, earlier: Reading): Reading | undefined {
  return asksForRows.test(question.trim()) ? askForRows(earlier) : askOfGroups(question, earlier);
}

const asksForRows =
  /^(?:(?:and|so) )?(?:(?:who|which|what) (?:are|were) (?:they|those|these|them)|(?:list|show|name)(?: me)? (?:them|those|these))(?: all)?[?.! ]*$/i;

function askForRows({ rows, answer }: Reading): Reading | undefined {
  const told: Condition[] = answer.kind === 'share' ? [answer.of] : [];
  if (answer.kind !== 'count' && answer.kind !== 'share') return undefined;
  return { rows: { ...rows, conditions: [...rows.conditions, ...told] }, answer: { kind: 'rows' } };
}

/** What a question asks of all rows, of those that the earlier one chose; undefined where it chose none. */
export function askWithin({ rows, answer }: Reading, earlier: Reading): Reading | undefined {
  if (answer.kind !== 'top' || rows.conditions.length > 0 || rows.pick || earlier.rows.pick || earlier.rows.step)
    return undefined;
  const conditions = earlier.rows.conditions.filter(({ field }) => field.at !== answer.by.at);
  return conditions.length === 0 ? undefined : { rows: { conditions }, answer };
}

function askOfGroups(question: string, { rows, answer }: Reading): Reading | undefined {
  const groups = groupsOf(answer);
  const asked = groups && endAsked(question);
  if (!groups || !asked) return undefined;
  return { rows, answer: { kind: 'top', ...groups, ...asked, shows: 'label' } };
}

function groupsOf(answer: Answer) {
  if ((answer.kind === 'groups' && (answer.and || answer.more)) || (answer.kind === 'top' && answer.each))
    return undefined;
  return answer.kind === 'groups' || answer.kind === 'top' ? { by: answer.by, measure: answer.measure } : undefined;
}

const beside =
  /^(and|so|but|only|just|ok|okay|please|show|give|list|tell|me|which|what|who|one|ones|is|are|was|were|has|have|had|the|of|them|those|these)$/;
const mostAsked = 100;

/** An end, and of how many, where the question says nothing else. */
function endAsked(question: string): { descending: boolean; count: number } | undefined {
  const said = tokenize(question).filter(({ text }) => !beside.test(text));
  const ends = said.flatMap(({ text }) => endOfAny(text) ?? []);
  const counts = said.flatMap(({ number, isOrdinal }) => (isOrdinal || number === undefined ? [] : [number]));
  if (ends.length !== 1 || counts.length > 1 || said.length !== 1 + counts.length) return undefined;
  const [count = 1] = counts;
  return Number.isInteger(count) && count >= 1 && count <= mostAsked
    ? { descending: ends[0] === 'largest', count }
    : undefined;
}
