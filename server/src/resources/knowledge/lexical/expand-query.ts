import { relatedWords } from '../../../platform/dictionary/wordnet.ts';
import type { Language } from '../analysis/analyses.ts';
import { queryWordsOf, termsOfWord } from '../analysis/terms.ts';

/** A term that may stand for another of a query; a lower `weight` is a looser relation. */
export interface RelatedTerm {
  term: string;
  weight: number;
}

const mostRelated = 8;
const mostCost = 0.42;
const weightOfRelated = 0.5;

/** Returns terms of related meaning for the asked terms of an English query: "litigation" for "sue". */
export function relatedTermsOf(query: string, language: Language, asked: ReadonlySet<string>) {
  const related = new Map<string, RelatedTerm[]>();
  if (language !== 'english') return related;
  for (const word of queryWordsOf(query, language))
    for (const term of termsOfWord(word, language))
      if (asked.has(term) && !related.has(term)) related.set(term, relatedTo(word, term, language));
  return related;
}

function relatedTo(word: string, own: string, language: Language): RelatedTerm[] {
  const best = new Map<string, number>();
  for (const { words, cost } of relatedWords(word)) {
    if (cost > mostCost || /[ -]/.test(words)) continue;
    for (const term of termsOfWord(words, language))
      if (term !== own && !best.has(term)) best.set(term, weightOfRelated * (1 - cost));
  }
  return [...best].slice(0, mostRelated).map(([term, weight]) => ({ term, weight }));
}
