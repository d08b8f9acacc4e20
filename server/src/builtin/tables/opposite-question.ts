import type { Token } from '../words/tokens.ts';
import type { Frame, Placed } from './frame.ts';
import { flagOf } from './traits.ts';

const opposite =
  /^(?:and )?(?:how many|what (?:percentage|share|proportion)|how many of them)(?: of them)? (?:do|does|did|are|is|were|was|have|has|had) not$/;

/** "And how many do not?" after a number of rows: those for which its last condition does not hold. */
export function oppositeOf(before: Frame | undefined, tokens: readonly Token[]): Frame | undefined {
  const last = before?.conditions.at(-1);
  if (!before || !last || !(before.count || before.share)) return undefined;
  if (!opposite.test(tokens.map(({ text }) => text).join(' '))) return undefined;
  return { ...before, conditions: [...before.conditions.slice(0, -1), turned(last)] };
}

function turned(placed: Placed): Placed {
  const { condition } = placed;
  const flag = flagOf(condition.column);
  if (flag && condition.test === 'compare' && condition.operator === '=' && !condition.negated)
    return { ...placed, condition: { ...condition, value: condition.value === flag.yes ? flag.no : flag.yes } };
  return { ...placed, condition: { ...condition, negated: !condition.negated } };
}
