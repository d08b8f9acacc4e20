import type { Condition } from '../algebra.ts';

/** Whether a condition holds for what lacks something: it is denied, a flag is no, a number is zero. */
export function isDenied(condition: Condition): boolean {
  if (condition.test === 'missing') return condition.negated !== true;
  if ('negated' in condition && condition.negated) return true;
  if (condition.test === 'is') return condition.values.some((value) => saysNo.test(String(value)));
  if (condition.test === 'holds') return condition.phrases.some((phrase) => saysNo.test(phrase));
  if (condition.test === 'either') return condition.of.some(isDenied);
  return condition.test === 'compare' && condition.operator === '=' && condition.value === 0;
}

/** Also what a cell says: "not rated", "no pool"; and a column of what is outside. */
export const saysNo =
  /\b(no|not|non|never|without|none|nothing|outsid|outside|besides?|except|excluding)\b|^(n|false|f|n\/a|0)$/i;
