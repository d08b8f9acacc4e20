import type { Field } from '../columns/fields.ts';
import { explainAlone } from '../explanations/explain-alone.ts';
import { explainTogether } from '../explanations/explain-together.ts';
import { shareAlone } from '../explanations/share-alone.ts';
import type { Labels } from '../target/labels.ts';

/** A column that explains this much of the target alone is often a copy of it, or made after it. */
const suspicious = 0.99;
/** Two columns that each explain this much are suspicious when their weighted sum explains that much. */
const [nearlyAlone, suspiciousTogether] = [0.75, 0.995];
/** A column that holds this much of the target may be made after it, or tell it well: only who knows the data can say. */
const muchAlone = 0.75;
const mostNamed = 3;
/** Most columns of which pairs are examined. */
const mostPaired = 20;

/**
 * Warns of columns that alone, or two together, give the target, and says in one sentence which others hold most of it:
 * without the first, a model would learn from these. `tellsOfLeak` knows the first ones by their words.
 */
export function warnOfLeaks(fields: readonly Field[], labels: Labels, seed: number): string[] {
  const shares = explainAlone(fields, labels, seed);
  const alone = fields.filter((_, input) => shares[input] >= suspicious);
  const pair = alone.length > 0 ? [] : findPair(fields, labels, shares);
  const others = fields.filter((field) => !alone.includes(field) && !pair.includes(field));
  return [...alone.map(warnOfOne), ...warnOfPair(pair), ...noteOfMost(others, labels, seed)];
}

function warnOfOne({ profile }: Field): string {
  return `column \`${profile.name}\` alone explains the target: make sure that it is known before the target is, or ignore it`;
}

function noteOfMost(fields: readonly Field[], labels: Labels, seed: number): string[] {
  // Much of what changes with time is in a date: nobody takes that for a leak.
  const looked = fields.filter(({ profile }) => profile.kind !== 'datetime');
  const shares = shareAlone(looked, labels, seed);
  const holding = looked
    .map(({ profile: { name } }, input) => ({ name, share: shares[input] }))
    .filter(({ share }) => share >= muchAlone)
    .sort((a, b) => b.share - a.share);
  if (holding.length === 0) return [];
  const named = holding.slice(0, mostNamed).map(({ name, share }) => `\`${name}\` (${percent(share)} %)`);
  const others = holding.length > mostNamed ? ` and ${holding.length - mostNamed} other columns` : '';
  return [
    `most of the target is in ${named.join(', ')}${others}${holding.length > 1 ? ', in each alone' : ' alone'}: fine if known before the target is, else ignore ${holding.length > 1 ? 'them' : 'it'}`,
  ];
}

/** What is not all of the target is not called all of it. */
function percent(share: number): number {
  return share < 1 ? Math.min(99, Math.round(100 * share)) : 100;
}

/** Two columns that both nearly give the target may be what it was computed from, such as a least and a greatest price. */
function findPair(fields: readonly Field[], labels: Labels, shares: readonly number[]): Field[] {
  if (labels.classCount > 0) return [];
  const near = fields
    .flatMap((field, input) => (field.type === 'numeric' && shares[input] >= nearlyAlone ? [field] : []))
    .slice(0, mostPaired);
  const pairs = near.flatMap((one, place) => near.slice(place + 1).map((other) => [one, other]));
  return pairs.find(([one, other]) => explainTogether(one, other, labels) >= suspiciousTogether) ?? [];
}

function warnOfPair(pair: readonly Field[]): string[] {
  if (pair.length === 0) return [];
  const names = pair.map(({ profile: { name } }) => `\`${name}\``).join(' and ');
  return [
    `columns ${names} together explain the target: make sure that they are known before the target is, or ignore them`,
  ];
}
