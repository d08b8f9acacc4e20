import type { Compilable, CompiledQuery, Insertable } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Database, Schema } from './schema.ts';

/** A compiled statement, and for each of its parameters the place of its value; other parameters are constant. */
interface Prepared {
  query: CompiledQuery;
  places: (number | undefined)[];
}

const mostKept = 300;
/** Rows up to which an insert is kept for each number of rows. */
const mostRows = 8;
const kept = new Map<string, Prepared>();

/**
 * Runs a statement that Kysely builds and compiles only once for each `name`: that takes several times as long as
 * SQLite takes to answer. `build` gets a mark for each value, so what it builds must depend on `name` alone.
 */
export async function runPrepared<Row>(
  database: Database,
  name: string,
  values: readonly unknown[],
  build: (marks: never[]) => Compilable<Row>,
): Promise<Row[]> {
  const key = `${isPostgres(database)} ${name}`;
  const known = kept.get(key);
  const { query, places } = known ?? prepare(values.length, build);
  if (!known && kept.size < mostKept) kept.set(key, { query, places });
  const parameters = places.map((place, index) => (place === undefined ? query.parameters[index] : values[place]));
  return (await database.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows;
}

function prepare(count: number, build: (marks: never[]) => Compilable): Prepared {
  const marks = Array.from({ length: count }, (_, place) => `\u0000value ${place}`);
  const query = build(marks as never[]).compile();
  return { query, places: query.parameters.map((one) => placeOf(marks, one)) };
}

function placeOf(marks: string[], parameter: unknown): number | undefined {
  const place = marks.indexOf(parameter as string);
  return place === -1 ? undefined : place;
}

/** Inserts rows that all have the same columns. */
export async function insertRows<Table extends keyof Schema>(
  database: Database,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]) as (keyof Insertable<Schema[Table]>)[];
  const insert = (given: readonly object[]) => database.insertInto(table).values(given as never);
  if (rows.length > mostRows) return void (await insert(rows).execute());
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  await runPrepared(database, `insert ${table} ${columns.join()} ${rows.length}`, values, (marks) =>
    insert(
      rows.map((_, row) =>
        Object.fromEntries(columns.map((column, place) => [column, marks[row * columns.length + place]])),
      ),
    ),
  );
}
