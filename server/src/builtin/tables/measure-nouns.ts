import type { TableSummary } from '../grounding.ts';
import type { Edge } from '../words/phrases.ts';
import type { TermReading } from '../words/terms.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Mention } from './table-names.ts';
import { flagOf, isLabel, isNumeric } from './traits.ts';

/** The name of a column is surely meant up to this cost. */
const sureCost = 0.25;
/** Nouns for what any number is, and for what any name is. */
const nounsOfNumbers = /^(sizes?|levels?|values?|amounts?|figures?|scores?|counts?|lengths?|capacity|numbers?)$/;
const nounsOfNames =
  /^(codes?|situations?|statuses|status|types?|kinds?|classe?s?|categor(?:y|ies)|names?|labels?|areas?)$/;
const costOfMeasure = 0.25;

/** "Screen size" of a column `screen`, "zip codes" of `zip`: a noun that says nothing more. */
export function measureNouns(
  tokens: readonly Token[],
  named: readonly Edge<Mention>[],
  { columns }: TableSummary,
): Edge<TermReading>[] {
  const words = new Set(columns.flatMap(({ name }) => wordsOfName(name)));
  return named.flatMap(({ to: at, cost, reading }): Edge<TermReading>[] => {
    const text = tokens[at]?.kind === 'word' ? tokens[at].text : '';
    if (reading.kind !== 'column' || flagOf(reading.column) || cost > sureCost || words.has(text)) return [];
    const isMeasure = (isNumeric(reading.column) ? nounsOfNumbers : nounsOfNames).test(text);
    const isCode = isLabel(reading.column) && nounsOfNames.test(text);
    if (!isMeasure && !isCode) return [];
    return [{ from: at, to: at + 1, reading: { kind: 'term', term: 'noise' }, cost: costOfMeasure }];
  });
}
