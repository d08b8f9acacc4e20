import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { rootOf } from './fold.ts';
import type { Tongue } from './tongues.ts';

/** What a word of another language is called in the tables. */
export interface OwnWords {
  /** Whether a word in small letters is one of theirs. */
  isName(word: string): boolean;
  /** Returns their word with this root. */
  byRoot(root: string, tongue: Tongue): string | undefined;
}

/** Words of values are names only where these are short. */
const mostWordsOfValue = 3;

const kept = new WeakMap<readonly ColumnSummary[], OwnWords>();

/** Returns the words that name anything of some tables. */
export function ownWordsOf(tables: readonly Pick<TableSummary, 'name' | 'columns'>[]): OwnWords {
  const all = tables.map((table) => {
    const known = kept.get(table.columns) ?? collect(table);
    kept.set(table.columns, known);
    return known;
  });
  return {
    isName: (word) => all.some((one) => one.isName(word)),
    byRoot: (root, tongue) => all.map((one) => one.byRoot(root, tongue)).find((word) => word !== undefined),
  };
}

function collect({ name, columns }: Pick<TableSummary, 'name' | 'columns'>): OwnWords {
  const values = columns.flatMap((column) => (column.values ?? []).map(String));
  const names = [name, ...columns.map((column) => column.name)];
  const short = values.map(wordsOfName).filter((words) => words.length <= mostWordsOfValue);
  // Columns before values: "Farben" are the column
  const words = new Set([...names.flatMap(wordsOfName), ...short.flat()]);
  const roots = new Map<Tongue, Map<string, string>>();
  return {
    isName: (word) => words.has(word),
    byRoot(root, tongue) {
      const known =
        roots.get(tongue) ?? new Map([...words].reverse().map((word) => [rootOf(word, tongue.endings), word]));
      roots.set(tongue, known);
      return known.get(root);
    },
  };
}
