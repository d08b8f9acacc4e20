import { giveUp } from './choices.ts';
import type { Sentence } from './sentence.ts';
import { isLabel, isNumeric, isYear } from './traits.ts';

/** "Top 5", "the 5 cheapest", "first 3", "show 5 homes", "which 3 teams". */
export function isLimit(sentence: Sentence, at: number): boolean {
  const value = sentence.number(at) ?? 0;
  if (!Number.isInteger(value) || value < 1 || value > 1000 || sentence.items[at].joined) return false;
  const after = sentence.items[at + 1];
  // "Top 3 months" are no three months of a column
  if (after?.kind === 'unit' && sentence.is(at - 1, 'top', 'bottom')) giveUp();
  if (after?.kind === 'unit') return false;
  const isUnit =
    after?.kind === 'column' && isNumeric(after.column) && !(isLabel(after.column) && !isYear(after.column));
  const ranks = sentence.is(at - 1, 'top', 'bottom', 'first', 'last', 'highest', 'lowest', 'commonest', 'rarest');
  const superlativeBefore =
    sentence.items[at - 1]?.kind === 'adjective' &&
    (sentence.items[at - 1] as { form?: string }).form === 'superlative';
  const superlativeAfter =
    (after?.kind === 'adjective' && after.form === 'superlative') ||
    sentence.is(at + 1, 'highest', 'lowest', 'commonest', 'rarest', 'most', 'least', 'top', 'bottom');
  const entity = after?.kind === 'table' || sentence.is(at + 1, 'row', 'vague');
  const isListed = entity && (at === 0 || sentence.is(at - 1, 'show', 'which', 'what', 'with'));
  const isPeriod = sentence.is(at + 1, 'month', 'year', 'quarter', 'week', 'day', 'weekday', 'hour', 'decade');
  const ofPeriods =
    isPeriod && sentence.is(at - 1, 'which', 'what') && sentence.has('most', 'least', 'highest', 'lowest');
  const headed = sentence.is(at - 1, 'which', 'what') && after?.kind === 'column' && !isUnit;
  if (!((ranks && !isUnit) || (superlativeBefore && !isUnit) || superlativeAfter || isListed || headed || ofPeriods))
    return false;
  sentence.use(at);
  sentence.frame.limit = value;
  return true;
}
