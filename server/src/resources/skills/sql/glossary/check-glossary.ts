import { type InputFault, invalidInput, ServiceError } from '../../../../errors.ts';
import type { SqlSource } from '../source.ts';
import type { Glossary, GlossaryEntry } from './entry.ts';
import { faultOfWords, fitEntry, type NamedColumns, type Unfit } from './fit-entry.ts';

/**
 * Checks that a glossary fits the tables, each of its SQL by running it.
 * @throws ServiceError `invalid_input` with a pointer to each entry that does not
 */
export async function checkGlossary(
  source: SqlSource,
  { glossary = [], verified = [], time_columns = {} }: Glossary,
  signal: AbortSignal,
): Promise<void> {
  const ask = (sql: string) => faultOfQuery(source, sql, signal);
  const faults = [
    ...(await inTurns(glossary, (entry, at) =>
      faultsOfEntry(entry, at, { glossary, tables: source.tables, source, ask }),
    )),
    ...(await inTurns(verified, async ({ sql }, at) => {
      const detail = await ask(`SELECT * FROM (${sql.replace(/;\s*$/, '')}) AS verified LIMIT 1`);
      return detail === undefined ? [] : [{ pointer: `/params/verified/${at}/sql`, code: 'invalid', detail }];
    })),
    ...Object.entries(time_columns).flatMap(([table, column]) => faultOfTime(source.tables, table, column)),
  ];
  if (faults.length > 0) throw invalidInput(faults);
}

interface Checked {
  glossary: readonly GlossaryEntry[];
  tables: readonly NamedColumns[];
  source: SqlSource;
  ask: (sql: string) => Promise<string | undefined>;
}

async function faultsOfEntry(
  entry: GlossaryEntry,
  at: number,
  { glossary, tables, source, ask }: Checked,
): Promise<InputFault[]> {
  const fault = ({ field, detail }: Unfit) => [
    { pointer: `/params/glossary/${at}/${field}`, code: 'invalid', detail: `${entry.term}: ${detail}` },
  ];
  const fitted = fitEntry(entry, tables);
  if ('detail' in fitted) return fault(fitted);
  const table = tables.find(({ name }) => name === fitted.table) as NamedColumns;
  const words = faultOfWords(entry, table) ?? faultOfRepetition(entry, glossary.slice(0, at));
  if (words) return fault(words);
  if (entry.sql === undefined) return [];
  const detail = await ask(`SELECT (${entry.sql}) AS taught FROM ${source.dialect.quote(table.name)} LIMIT 1`);
  return detail === undefined ? [] : fault({ field: 'sql', detail });
}

function faultOfRepetition(entry: GlossaryEntry, before: readonly GlossaryEntry[]): Unfit | undefined {
  const wordsOf = ({ term, synonyms = [] }: GlossaryEntry) => [term, ...synonyms].map((word) => word.toLowerCase());
  const known = new Set(before.filter(({ table }) => table === entry.table).flatMap(wordsOf));
  const twice = wordsOf(entry).find((word) => known.has(word));
  return twice === undefined ? undefined : { field: 'term', detail: `“${twice}” has a meaning already` };
}

/** Returns why a query fails; what fails for another reason is not its fault. */
async function faultOfQuery(source: SqlSource, sql: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    await source.query(sql, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500 || error.status === 429) throw error;
    return error.message.split('\n')[0].slice(0, 300);
  }
}

function faultOfTime(tables: readonly NamedColumns[], table: string, column: string): InputFault[] {
  const pointer = `/params/time_columns/${table.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const columns = tables.find(({ name }) => name === table)?.columns;
  const type = columns?.find(({ name }) => name === column)?.type;
  if (type === 'date' || type === 'datetime') return [];
  const detail = columns ? `${column} is no column of dates of ${table}` : `the skill has no table ${table}`;
  return [{ pointer, code: 'invalid', detail }];
}

/** A few at a time: each is a query. */
async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<InputFault[]>,
): Promise<InputFault[]> {
  const faults: InputFault[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    faults.push(
      ...(await Promise.all(items.slice(from, from + atOnce).map((item, at) => work(item, from + at)))).flat(),
    );
  return faults;
}

const atOnce = 4;
