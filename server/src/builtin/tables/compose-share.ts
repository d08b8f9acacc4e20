import type { Frame, Placed } from './frame.ts';
import type { Condition, Measure } from './logical-form.ts';

/**
 * "What percentage of homes in downtown have 2 bathrooms?": the conditions before the verb define the whole. A rate is
 * the share of its own condition. Without a separator several conditions are ambiguous.
 */
export function splitShare({ conditions, share }: Frame): { whole: Condition[]; measure: Measure } | undefined {
  if (!share || conditions.length === 0) return undefined;
  const isPart = share.rate ? (at: number) => at === share.at : partOf(conditions, share);
  if (!isPart) return undefined;
  const part = conditions.filter(({ at }) => isPart(at)).map(({ condition }) => condition);
  const whole = conditions.filter(({ at }) => !isPart(at)).map(({ condition }) => condition);
  return part.length > 0 ? { whole, measure: { of: 'share', conditions: part } } : undefined;
}

/** Returns which conditions are the part, by their items: those behind a verb, or before the place they are all in. */
function partOf(
  conditions: readonly Placed[],
  { at: start, verbs, inside = [] }: NonNullable<Frame['share']>,
): ((at: number) => boolean) | undefined {
  const sorted = conditions.toSorted((left, right) => left.at - right.at);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  if (sorted.length === 1) return () => true;
  const verb = verbs.findLast((at) => at < last.at && at > first.at);
  const from = verb ?? (last.verbal ? last.at : undefined);
  if (from !== undefined) return (at) => at >= from;
  const isVerbFirst = verbs.some((at) => at > start && at < first.at);
  const isInside = inside.includes(last.at) && !inside.includes(first.at);
  return isVerbFirst && isInside ? (at) => at !== last.at : undefined;
}
