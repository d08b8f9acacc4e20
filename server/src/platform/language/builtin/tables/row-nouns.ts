import type { TableSummary } from '../../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

interface RowNoun {
  noun: string;
  cost: number;
  /** No note is needed: the noun is the table's name, or a general word such as "people". */
  plain: boolean;
}

const enoughTraits = 2;

/** Returns nouns for rows beside the table's name: "people" where columns have an age and a gender. */
export function rowNounsOf(table: TableSummary, vocabulary: Vocabulary): RowNoun[] {
  const own = new Set(wordsOfName(table.name).map(vocabulary.singular));
  const ofColumns = table.columns.map(({ name }) => wordsOfName(name).map(vocabulary.singular));
  return vocabulary.rowKinds.flatMap(({ traits, anybody, nouns }) => {
    const isNamed = [...anybody, ...nouns].some((noun) => own.has(noun));
    const having = ofColumns.filter((words) =>
      traits.some((trait) => words.includes(trait) || words.join(' ') === trait),
    );
    if (!isNamed && having.length < enoughTraits) return [];
    return [
      ...anybody.map((noun) => ({ noun, cost: 0.15, plain: true })),
      ...nouns.map((noun) => ({ noun, cost: isNamed ? 0.2 : 0.3, plain: false })),
    ];
  });
}
