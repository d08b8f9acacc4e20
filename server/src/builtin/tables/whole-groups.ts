import type { Edge } from '../words/phrases.ts';
import type { TermReading } from '../words/terms.ts';
import type { Token } from '../words/tokens.ts';
import { isGroupNoun } from '../words/wordnet.ts';

const inside = /^(in|of|at|on|across|within)$/;
const own = /^(the|our|my|your|this)$/;
const cost = 0.3;

/** "The tallest player in the league": what all rows are in may be left out, and is said. */
export function wholeGroups(tokens: readonly Token[], isKnown: (at: number) => boolean): Edge<TermReading>[] {
  return tokens.flatMap(({ kind, text, capital }, at): Edge<TermReading>[] => {
    const isInside = inside.test(tokens[at - 2]?.text ?? '') && own.test(tokens[at - 1]?.text ?? '');
    if (!isInside || kind !== 'word' || capital || isKnown(at) || !isGroupNoun(text)) return [];
    return [{ from: at, to: at + 1, reading: { kind: 'term', term: 'soft' }, cost }];
  });
}
