import type { Frame } from './frame.ts';
import type { Condition, Measure } from './logical-form.ts';

/**
 * "What percentage of homes in downtown have 2 bathrooms?": the conditions before the verb define the whole. A rate is
 * the share of its own condition. Without a separator several conditions are ambiguous.
 */
export function splitShare({ conditions, share }: Frame): { whole: Condition[]; measure: Measure } | undefined {
  if (!share || conditions.length === 0) return undefined;
  const from = share.rate
    ? undefined
    : startOfPart(
        conditions.map(({ at, verbal }) => ({ at, verbal })),
        share.verbs,
      );
  if (!share.rate && from === undefined) return undefined;
  const isPart = (at: number) => (from === undefined ? at === share.at : at >= from);
  const part = conditions.filter(({ at }) => isPart(at)).map(({ condition }) => condition);
  const whole = conditions.filter(({ at }) => !isPart(at)).map(({ condition }) => condition);
  return part.length > 0 ? { whole, measure: { of: 'share', conditions: part } } : undefined;
}

function startOfPart(conditions: { at: number; verbal: boolean }[], verbs: number[]): number | undefined {
  const sorted = conditions.toSorted((left, right) => left.at - right.at);
  const last = sorted[sorted.length - 1];
  if (sorted.length === 1) return last.at;
  const verb = verbs.findLast((at) => at < last.at && at > sorted[0].at);
  if (verb !== undefined) return verb;
  return last.verbal ? last.at : undefined;
}
