import { type InputFault, invalidInput, ServiceError } from '../../../../errors.ts';
import type { SqlSource } from '../source.ts';
import type { Glossary, GlossaryEntry } from './entry.ts';
import { faultOfWords, fitEntry, type NamedColumns, type Unfit } from './fit-entry.ts';

/** Of all checks of a save together. */
const mostMs = 10_000;

/**
 * Checks that what is new in a glossary fits the tables, each of its SQL by running it.
 * @throws ServiceError `invalid_input` with a pointer to each entry that does not
 */
export async function checkGlossary(
  source: SqlSource,
  { glossary = [], verified = [], time_columns = {} }: Glossary,
  stored: Glossary,
  signal: AbortSignal,
  limitMs = mostMs,
): Promise<void> {
  const late = AbortSignal.timeout(limitMs);
  const ask = (sql: string) => faultOfQuery(source, sql, { signal, late });
  const known = knownIn(stored);
  const checked = { glossary, tables: source.tables, source, ask, known };
  const faults = [
    ...(await inTurns(glossary, async (entry, at) =>
      known.has(keyOf(entry)) ? [] : faultsOfEntry(entry, at, checked),
    )),
    ...(await inTurns(verified, async (one, at) => {
      const detail = known.has(keyOf(one)) ? undefined : await ask(rowOf(one.sql));
      return detail === undefined ? [] : [{ pointer: `/params/verified/${at}/sql`, code: 'invalid', detail }];
    })),
    ...Object.entries(time_columns).flatMap(([table, column]) =>
      known.has(keyOf([table, column])) ? [] : faultOfTime(source.tables, table, column),
    ),
  ];
  if (faults.length > 0) throw invalidInput(faults);
}

function knownIn({ glossary = [], verified = [], time_columns = {} }: Glossary): ReadonlySet<string> {
  return new Set([...glossary, ...verified, ...Object.entries(time_columns)].map(keyOf));
}

/** The same for the same, in whatever order its fields come. */
function keyOf(one: object): string {
  return JSON.stringify(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function rowOf(sql: string): string {
  return `SELECT * FROM (${sql.replace(/;\s*$/, '')}) AS verified LIMIT 1`;
}

interface Checked {
  glossary: readonly GlossaryEntry[];
  tables: readonly NamedColumns[];
  source: SqlSource;
  ask: (sql: string) => Promise<string | undefined>;
  /** Keys of what was checked before. */
  known: ReadonlySet<string>;
}

async function faultsOfEntry(
  entry: GlossaryEntry,
  at: number,
  { glossary, tables, source, ask, known }: Checked,
): Promise<InputFault[]> {
  const fault = ({ field, detail }: Unfit) => [
    { pointer: `/params/glossary/${at}/${field}`, code: 'invalid', detail: `${entry.term}: ${detail}` },
  ];
  const fitted = fitEntry(entry, tables);
  if ('detail' in fitted) return fault(fitted);
  const table = tables.find(({ name }) => name === fitted.table) as NamedColumns;
  const others = glossary.filter((one, place) => place < at || (place > at && known.has(keyOf(one))));
  const words = faultOfWords(entry, table) ?? faultOfRepetition(entry, others);
  if (words) return fault(words);
  if (entry.sql === undefined) return [];
  const detail = await ask(`SELECT (${entry.sql}) AS taught FROM ${source.dialect.quote(table.name)} LIMIT 1`);
  return detail === undefined ? [] : fault({ field: 'sql', detail });
}

function faultOfRepetition(entry: GlossaryEntry, others: readonly GlossaryEntry[]): Unfit | undefined {
  const wordsOf = ({ term, synonyms = [] }: GlossaryEntry) => [term, ...synonyms].map((word) => word.toLowerCase());
  const known = new Set(others.filter(({ table }) => table === entry.table).flatMap(wordsOf));
  const twice = wordsOf(entry).find((word) => known.has(word));
  return twice === undefined ? undefined : { field: 'term', detail: `“${twice}” has a meaning already` };
}

/** Returns why a query fails; what fails for another reason is not its fault. */
async function faultOfQuery(
  source: SqlSource,
  sql: string,
  { signal, late }: { signal: AbortSignal; late: AbortSignal },
): Promise<string | undefined> {
  try {
    late.throwIfAborted();
    await source.query(sql, AbortSignal.any([signal, late]));
    return undefined;
  } catch (error) {
    if (late.aborted && !signal.aborted) return tooLong;
    if (!(error instanceof ServiceError) || error.status >= 500 || error.status === 429) throw error;
    return error.message.split('\n')[0].slice(0, 300);
  }
}

const tooLong = 'was not done when the time of all checks of one save was over: save fewer, or what runs faster';

function faultOfTime(tables: readonly NamedColumns[], table: string, column: string): InputFault[] {
  const pointer = `/params/time_columns/${table.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const columns = tables.find(({ name }) => name === table)?.columns;
  const type = columns?.find(({ name }) => name === column)?.type;
  if (type === 'date' || type === 'datetime') return [];
  const detail = columns ? `${column} is not a date column of ${table}` : `the skill has no table ${table}`;
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
