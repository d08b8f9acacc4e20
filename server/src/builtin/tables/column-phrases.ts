import type { ColumnSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { isTemporal, isTime } from './traits.ts';

/** Words for a share within a name. */
export const shares = /^(perc|pct|percent|percentage|share)$/;

/** "Percentage of alumni" is `perc_alumni`. */
export function sharesOf(words: readonly string[]): string[][] {
  const rest = words.filter((word) => !shares.test(word));
  if (rest.length === 0 || rest.length === words.length) return [];
  return ['percentage', 'percent', 'share', 'proportion'].flatMap((share) => [
    [share, 'of', ...rest],
    [share, ...rest],
    [...rest, share],
  ]);
}

/** "Ended in May", "by end date" are of `enddate`. */
export function momentsOf(column: ColumnSummary): string[][] {
  const [, event, kind] = /^(\p{L}{3,})_?(date|time|day)$/u.exec(column.name.toLowerCase()) ?? [];
  return event && isTemporal(column) ? [[event, kind], [`${event}ed`], [`${event}s`]] : [];
}

const parted = /^(\p{L}{3,})(up|in|out|off|over|down|back)$/u;

/** "Signed up", "sign up" are of `signup_date`. */
export function partedVerbsOf(column: ColumnSummary): string[][] {
  const nouns = isTime(column) ? wordsOfName(column.name).map((word) => parted.exec(word) ?? []) : [];
  return nouns.flatMap(([, verb, particle]) =>
    verb ? ['', 's', 'ed', `${verb.at(-1)}ed`, 'ing'].map((ending) => [verb + ending, particle]) : [],
  );
}

/** "Kinds of entity" are told by `covered_entity_type`. */
export function kindsOf(content: readonly string[]): string[][] {
  const rest = content.filter((word) => !kinds.has(word));
  if (rest.length === 0 || rest.length === content.length) return [];
  const nouns = [rest, rest.slice(-1)];
  return nouns.flatMap((noun) => ['kind', 'type', 'sort', 'category'].map((kind) => [kind, 'of', ...noun]));
}

const kinds = new Set(['type', 'kind', 'category', 'class', 'sort']);

/** Returns the short phrases of the user's comment on a column, split at commas. */
export function phrasesOf(comment: string | undefined): string[][] {
  const parts = (comment ?? '').split(/[,;:()=]|\bor\b/).map((part) => wordsOfName(part));
  return parts.filter((words) => words.length > 0 && words.length <= 3);
}
