import type { Reading } from '../algebra.ts';
import { wordsOf } from '../words/tokens.ts';

/** What is asked of two groups: whether the first has more, or less, than the other; or whether there is any row. */
export type Whether = Compared | 'any';

interface Compared {
  first: unknown;
  descending: boolean;
}

const asksWhether = /^(is|are|was|were|do|does|did|has|have)$/;
const asksAny = /^(any|(is|are|was|were) there) /;
const less = /^(less|lower|smaller|fewer|cheaper|shorter|younger|slower|lighter|colder|cooler|worse)$/;

/** "Is it dearer in Rome than in Oslo", read as the figures of both. */
export function whetherOf(question: string, { rows, answer }: Reading): Whether | undefined {
  const words = wordsOf(question);
  if (answer.kind === 'count' && asksAny.test(words.join(' '))) return 'any';
  const than = words.indexOf('than');
  if (answer.kind !== 'groups' || than < 0 || !asksWhether.test(words[0])) return undefined;
  const sides = rows.conditions.find((one) => one.test === 'is' && one.field === answer.by);
  if (sides?.test !== 'is' || sides.values.length !== 2) return undefined;
  return { first: sides.values[0], descending: !words.slice(0, than).some((word) => less.test(word)) };
}

/** "Yes, the difference is 12." of rows with a label and its figure; undefined where one has none. */
export function sayWhether(whether: Whether, rows: readonly (readonly unknown[])[]): string | undefined {
  if (whether === 'any') return Number(rows[0]?.[0]) > 0 ? 'Yes.' : 'No.';
  const { first, descending } = whether;
  const own = rows.find(([label]) => label === first);
  const other = rows.find(([label]) => label !== first);
  if (rows.length !== 2 || !own || !other) return undefined;
  const difference = Number(own[1]) - Number(other[1]);
  const isSo = descending ? difference > 0 : difference < 0;
  const size = Number(Math.abs(difference).toPrecision(6)).toLocaleString('en');
  return difference === 0 ? 'No, they are the same.' : `${isSo ? 'Yes' : 'No'}, the difference is **${size}**.`;
}
