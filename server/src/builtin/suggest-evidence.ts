import { relatedWords } from '../platform/dictionary/wordnet.ts';
import { isKin } from '../questions/link/word-kin.ts';
import { stemOf, stemsOfName, wordsOf } from '../questions/words/tokens.ts';
import type { ColumnSummary } from './grounding.ts';
import { isTypingErrorOf } from './words/typing-errors.ts';

const mostRelated = 60;

/** What speaks for an unknown word to mean a column or a value: a likeness of letters or meaning, or what is written. */
export interface Evidence {
  ofColumn(column: ColumnSummary): boolean;
  ofValue(value: unknown): boolean;
}

export function evidenceFor(term: string): Evidence {
  const [word] = wordsOf(term);
  const stem = stemOf(word ?? '');
  const related = new Set(
    [word ?? '', stem]
      .flatMap((one) => relatedWords(one).slice(0, mostRelated))
      .flatMap(({ words }) => stemsOfName(words)),
  );
  const isLike = (own: readonly string[]) =>
    own.some((one) => related.has(one) || isKin(stem, one) || isTypingErrorOf(stem, one) || one === stem);
  return {
    ofColumn: ({ name, comment = '' }) => isLike(stemsOfName(name)) || wordsOf(comment).map(stemOf).includes(stem),
    ofValue: (value) => typeof value === 'string' && isLike(stemsOfName(value)),
  };
}
