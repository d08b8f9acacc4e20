import type { ColumnSummary } from '../grounding.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isPersonNoun } from '../words/wordnet.ts';
import { synonymsOf } from './synonyms.ts';
import { contentWords } from './traits.ts';

const states: readonly (readonly [value: RegExp, before: readonly string[]])[] = [
  [/^(current|currently|active|present|regular)$/i, ['', 'current', 'active']],
  [/^(past|former|formerly|previous|ex|quit|stopped)$/i, ['ex', 'former', 'past', 'previous']],
  [/^(never|none)$/i, ['never', 'non', 'not']],
];

/** "Smokers", "ex-smokers" and "non-smokers" of a column `smoking` that tells who does, did and never has. */
export function peopleOfState(column: ColumnSummary, value: string, vocabulary: Vocabulary): string[][] {
  const before = states.find(([known]) => known.test(value))?.[1];
  const values = column.values ?? [];
  const kinds = states.filter(([known]) => values.some((one) => known.test(String(one))));
  if (!before || kinds.length < 2 || values.length > 5) return [];
  const content = contentWords(column.name, vocabulary).filter((word) => !/^(status|state|history|habit)$/.test(word));
  if (content.length !== 1) return [];
  const words = [content[0], ...synonymsOf(content[0], vocabulary).flat(), content[0].replace(/ing$/, 'er')];
  const people = [...new Set(words)].filter((word) => word !== content[0] && /er$/.test(word) && isPersonNoun(word));
  return people.flatMap((noun) => before.map((word) => (word ? [word, noun] : [noun])));
}
