import type { Field } from '../columns/fields.ts';
import { explainAlone } from '../explanations/explain-alone.ts';
import { explainTogether } from '../explanations/explain-together.ts';
import type { Labels } from '../target/labels.ts';

/** A column that explains this much of the target alone is often a copy of it, or made after it. */
const suspicious = 0.99;
/** Two columns that each explain this much are suspicious when their weighted sum explains that much. */
const [nearlyAlone, suspiciousTogether] = [0.75, 0.995];
/** Most columns of which pairs are examined. */
const mostPaired = 20;

/** Warns of columns that alone, or two together, give the target. `tellsOfLeak` knows these warnings by their words. */
export function warnOfLeaks(fields: readonly Field[], labels: Labels, seed: number): string[] {
  const shares = explainAlone(fields, labels, seed);
  const alone = fields.flatMap(({ profile: { name } }, input) =>
    shares[input] < suspicious
      ? []
      : [`column \`${name}\` alone explains the target: make sure that it is known before the target is, or ignore it`],
  );
  return alone.length > 0 ? alone : warnOfPair(fields, labels, shares);
}

/** Two columns that both nearly give the target may be what it was computed from, such as a least and a greatest price. */
function warnOfPair(fields: readonly Field[], labels: Labels, shares: readonly number[]): string[] {
  if (labels.classCount > 0) return [];
  const near = fields
    .flatMap((field, input) => (field.type === 'numeric' && shares[input] >= nearlyAlone ? [field] : []))
    .slice(0, mostPaired);
  const pairs = near.flatMap((one, place) => near.slice(place + 1).map((other) => [one, other]));
  const found = pairs.find(([one, other]) => explainTogether(one, other, labels) >= suspiciousTogether);
  if (!found) return [];
  const names = found.map(({ profile: { name } }) => `\`${name}\``).join(' and ');
  return [
    `columns ${names} together explain the target: make sure that they are known before the target is, or ignore them`,
  ];
}
