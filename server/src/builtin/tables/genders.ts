import type { ColumnSummary } from '../grounding.ts';

/** Letters for women and men, in English, German, Spanish and French. */
const letters: readonly (readonly [male: string, female: string])[] = [
  ['m', 'f'],
  ['m', 'w'],
  ['h', 'm'],
  ['h', 'f'],
  ['v', 'm'],
];

/** Returns whom a value of one letter means, where the column has both. */
export function genderOf({ values = [] }: ColumnSummary, value: string): 'male' | 'female' | undefined {
  if (values.length > 4) return undefined;
  const own = values.map((one) => String(one).toLowerCase());
  const pair = letters.find((both) => both.every((one) => own.includes(one)));
  if (!pair || own.some((one) => one.length > 1)) return undefined;
  const at = pair.indexOf(value.toLowerCase());
  return at < 0 ? undefined : at === 0 ? 'male' : 'female';
}
