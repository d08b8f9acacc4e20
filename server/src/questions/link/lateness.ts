import type { Operator } from '../algebra.ts';
import type { Token } from '../words/tokens.ts';
import { farFrom, isComparable, kindOf, saysMore } from './columns-alike.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, type Mask, maskOf, noWords } from './links.ts';

/** What was promised, and what came of it, of one row. */
export interface Lateness {
  left: { at: number; words: Mask };
  right: { at: number; words: Mask };
  operator: Operator;
  words: Mask;
}

const promised = /^(due|promis|expect|deadlin|plan|schedul|target|sla|agre|eta$)/;

/** "Late", "on time", "early", where one column says what was promised and another when it came. */
export function latenessOf(
  tokens: readonly Token[],
  table: IndexedTable,
  links: readonly ColumnLink[],
): Lateness | undefined {
  const said = saysLate(tokens);
  if (!said) return undefined;
  const pair = duePair(tokens, table, links);
  if (!pair) return undefined;
  const [due, actual] = pair;
  const words = (at: number) => (links[at].score > 0 ? links[at].words : noWords);
  return { ...said, left: { at: actual, words: words(actual) }, right: { at: due, words: noWords } };
}

function saysLate(tokens: readonly Token[]): { operator: Operator; words: Mask } | undefined {
  for (const [at, { text }] of tokens.entries()) {
    const next = tokens[at + 1]?.text;
    if (text === 'on' && next === 'time') return { operator: '<=', words: maskOf(at, at + 2) };
    if (/^(ontime|punctual|punctually|punctuality)$/.test(text)) return { operator: '<=', words: maskOf(at, at + 1) };
    if (/^(late|delayed|tardy|belated)$/.test(text)) return { operator: '>', words: maskOf(at, at + 1) };
    if (text === 'early' && next !== 'in') return { operator: '<', words: maskOf(at, at + 1) };
  }
  return undefined;
}

/** Returns the places of what was promised, and of what of the same kind came nearest to it or is named. */
export function duePair(
  tokens: readonly Token[],
  table: IndexedTable,
  links: readonly ColumnLink[],
): readonly [number, number] | undefined {
  for (const kind of ['date', 'number'] as const) {
    const ofKind = table.columns.flatMap((column, at) => (isComparable(column) && kindOf(column) === kind ? [at] : []));
    const due = ofKind.filter((at) => table.stems[at].some((stem) => promised.test(stem)));
    if (due.length !== 1) continue;
    const isAlike = (at: number) =>
      kind === 'date' || table.stems[at].some((stem) => table.stems[due[0]].includes(stem));
    const others = ofKind.filter((at) => at !== due[0] && isAlike(at));
    const named = others.filter((at) => links[at].score > 0.3 && saysMore(tokens, links[at], table));
    const [nearest] = (named.length > 0 ? named : others)
      .map((at) => ({ at, far: farFrom(at, due[0], table) }))
      .sort((one, other) => one.far - other.far);
    if (nearest) return [due[0], nearest.at];
  }
  return undefined;
}
