import type { Field, NumericField } from '../columns/fields.ts';
import { explainAlone } from '../explanations/explain-alone.ts';
import { findParts } from '../explanations/find-parts.ts';
import { shareAlone } from '../explanations/share-alone.ts';
import type { Labels } from '../target/labels.ts';

/** A column that explains this much of the target alone is often a copy of it, or made after it. */
const suspicious = 0.99;
/** A column that holds this much of the target may be made after it, or tell it well: only who knows the data can say. */
const muchAlone = 0.75;
const mostNamed = 3;

/**
 * Warns of columns that alone, or a few together, give the target, and says in one sentence which others hold most of it:
 * without the first, a model would learn from these. `tellsOfLeak` knows the first ones by their words.
 */
export function warnOfLeaks(fields: readonly Field[], labels: Labels, seed: number): string[] {
  const shares = explainAlone(fields, labels, seed);
  const alone = fields.filter((_, input) => shares[input] >= suspicious);
  const parts: Field[] = alone.length > 0 || labels.classCount > 0 ? [] : findParts(fields.filter(isNumeric), labels);
  const others = fields.filter((field) => !alone.includes(field) && !parts.includes(field));
  return [...alone.map(warnOfOne), ...warnOfParts(parts), ...noteOfMost(others, labels, seed)];
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
    `${named.join(', ')}${others} ${holding.length > 1 ? 'each ' : ''}alone ${holding.length > 1 ? 'explain' : 'explains'} most of the target: fine if known before the target is, otherwise ignore ${holding.length > 1 ? 'them' : 'it'}`,
  ];
}

/** What is not all of the target is not called all of it. */
function percent(share: number): number {
  return share < 1 ? Math.min(99, Math.round(100 * share)) : 100;
}

function isNumeric(field: Field): field is NumericField {
  return field.type === 'numeric';
}

function warnOfParts(parts: readonly Field[]): string[] {
  if (parts.length === 0) return [];
  const names = new Intl.ListFormat('en').format(parts.map(({ profile: { name } }) => `\`${name}\``));
  return [
    `columns ${names} together explain the target: make sure that they are known before the target is, or ignore them`,
  ];
}
