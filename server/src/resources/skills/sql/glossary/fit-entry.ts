import { isClear } from '../../quote-data.ts';
import type { GlossaryEntry } from './entry.ts';
import { faultOfExpression, namesIn } from './expression.ts';

/** What is known of a table where entries are fitted to it. */
export interface NamedColumns {
  name: string;
  columns: readonly { name: string; type: string }[];
}

/** Why an entry does not fit, and at which of its fields. */
export interface Unfit {
  field: keyof GlossaryEntry;
  detail: string;
}

/** An entry with its table, and the column where it is a name of one. */
export type Fitted = { entry: GlossaryEntry; table: string; column?: string };

/** Finds the table of an entry by the columns that it uses. */
export function fitEntry(entry: GlossaryEntry, tables: readonly NamedColumns[]): Fitted | Unfit {
  const { means, sql, table } = entry;
  if ((means === undefined) === (sql === undefined))
    return { field: 'means', detail: 'give a column in `means`, or an expression in `sql`: one of both' };
  const among = table === undefined ? tables : tables.filter(({ name }) => name === table);
  if (among.length === 0) return { field: 'table', detail: `the skill has no table ${table}` };
  return means === undefined ? fitExpression(entry, sql as string, among) : fitName(entry, means, among);
}

function fitName(entry: GlossaryEntry, means: string, tables: readonly NamedColumns[]): Fitted | Unfit {
  const found = tables.flatMap(({ name, columns }) => {
    const own = means.startsWith(`${name}.`) ? means.slice(name.length + 1) : means;
    return columns.flatMap(({ name: column }) =>
      column === means || column === own ? [{ entry, table: name, column }] : [],
    );
  });
  if (found.length > 1)
    return { field: 'table', detail: `name the table: ${listed(found.map((one) => one.table))} have it` };
  return found[0] ?? { field: 'means', detail: `is not a column of ${listed(tables.map(({ name }) => name))}` };
}

function fitExpression(entry: GlossaryEntry, sql: string, tables: readonly NamedColumns[]): Fitted | Unfit {
  const fault = faultOfExpression(sql);
  if (fault) return { field: 'sql', detail: fault };
  const names = namesIn(sql).map((name) => name.toLowerCase());
  const lacking = (one: NamedColumns) => names.filter((name) => !has(one, name));
  const fitting = tables.filter((one) => lacking(one).length === 0);
  if (fitting.length > 1 && entry.table === undefined)
    return { field: 'table', detail: `name the table: it may be ${listed(fitting.map(({ name }) => name))}` };
  if (fitting.length === 0) {
    const [nearest] = tables.toSorted((one, other) => lacking(one).length - lacking(other).length);
    return { field: 'sql', detail: `uses ${listed(lacking(nearest))}, which is not a column of ${nearest.name}` };
  }
  return { entry, table: fitting[0].name };
}

/** Kept for all entries that are fitted to one table. */
const lowered = new WeakMap<NamedColumns['columns'], ReadonlySet<string>>();

function has({ columns }: Pick<NamedColumns, 'columns'>, name: string): boolean {
  const names = lowered.get(columns) ?? new Set(columns.map((column) => column.name.toLowerCase()));
  lowered.set(columns, names);
  return names.has(name);
}

const mostListed = 5;

function listed(names: readonly string[]): string {
  return [...new Set(names)].slice(0, mostListed).join(', ');
}

/** Two letters, or a letter beside a digit: "churn", "5k", "i7". */
const isWord = /\p{L}{2}|\p{L}\p{N}|\p{N}\p{L}/u;

/** Why the texts of an entry cannot be taken; undefined where they can. */
export function faultOfWords(
  { term, synonyms = [], means, ...texts }: GlossaryEntry,
  { columns }: NamedColumns,
): Unfit | undefined {
  for (const field of ['unit', 'sql'] as const)
    if (!isClear(texts[field] ?? ''))
      return { field, detail: 'must be one line, without control, invisible or wide bracket characters' };
  const words = [term, ...synonyms];
  const at = words.findIndex((word) => !isWord.test(word));
  if (at >= 0) return { field: at === 0 ? 'term' : 'synonyms', detail: `“${words[at]}” is not a word` };
  const taken = means === undefined && has({ columns }, term.toLowerCase());
  return taken
    ? { field: 'term', detail: `${term} is a column of the table; give it as a synonym in another word` }
    : undefined;
}
