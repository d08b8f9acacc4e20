import type { TableSummary } from './grounding.ts';
import { wordsInEnglish } from './words/abroad.ts';
import type { Vocabulary } from './words/vocabulary.ts';

const enoughTraits = 2;

/** Returns nouns for rows beside the table's name: "people" where columns have an age and a gender. */
export function rowNounsOf(table: TableSummary, vocabulary: Vocabulary): string[] {
  const own = new Set(wordsInEnglish(table.name).map(vocabulary.singular));
  const ofColumns = table.columns.map(({ name }) => wordsInEnglish(name).map(vocabulary.singular));
  return [...periodsOfRows(table), ...kindsOfRows(own, ofColumns, vocabulary)];
}

const daysOfPeriod = { day: [0.9, 1.6], week: [6, 8], month: [27, 32], year: [350, 380] } as const;

/** Rows with a date each, a day apart, are days. */
function periodsOfRows({ columns, row_count }: TableSummary): string[] {
  return columns
    .filter(({ type }) => /^date/.test(type))
    .flatMap(({ distinct, min, max }) => {
      if (row_count < 10 || (distinct ?? 0) < 0.95 * row_count) return [];
      const days = (Date.parse(String(max)) - Date.parse(String(min))) / 86_400_000 / (row_count - 1);
      const found = Object.entries(daysOfPeriod).find(([, [least, most]]) => days >= least && days <= most);
      return found ? [found[0]] : [];
    });
}

function kindsOfRows(own: ReadonlySet<string>, ofColumns: readonly string[][], vocabulary: Vocabulary): string[] {
  return vocabulary.rowKinds.flatMap(({ traits, anybody, nouns }) => {
    const isNamed = [...anybody, ...nouns].some((noun) => own.has(noun));
    const having = ofColumns.filter((words) =>
      traits.some((trait) => words.includes(trait) || words.join(' ') === trait),
    );
    if (!isNamed && having.length < enoughTraits) return [];
    return [...anybody, ...nouns];
  });
}
