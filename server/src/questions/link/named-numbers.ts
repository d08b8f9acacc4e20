import type { Column } from '../profile.ts';
import type { Token } from '../words/tokens.ts';
import { type ColumnLink, hasWord, type Mask, union } from './links.ts';

/** A column of numbers that a question names. */
export interface Named {
  at: number;
  column: Column;
  link: ColumnLink;
}

/** Words between a name and what it belongs to. */
export const mostBetween = 4;

/** The best named of those that are said from one place to before another. */
export function namedWithin(numbers: readonly Named[], from: number, to: number): Named | undefined {
  const within = numbers.filter(({ link }) =>
    Array.from({ length: to - from }, (_, at) => from + at).some((at) => at >= 0 && hasWord(link.words, at)),
  );
  return within.sort((one, other) => other.link.score - one.link.score)[0];
}

/** The words that say it, as a name that was taught. */
export function saidBy(tokens: readonly Token[], ...words: readonly Mask[]): readonly string[] {
  const all = words.reduce(union);
  return [tokens.flatMap(({ text }, at) => (hasWord(all, at) ? [text] : [])).join(' ')];
}
