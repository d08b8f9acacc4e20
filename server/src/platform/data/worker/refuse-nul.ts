import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import { readObjects } from './duckdb.ts';
import type { OpenedText } from './text-source.ts';

/**
 * Refuses typed files with the character NUL in a text, naming the first position: requests with NUL are refused, so
 * such a row could not be sent to predict.
 */
export async function refuseNul(connection: DuckDBConnection, source: OpenedText): Promise<void> {
  const { fields, names, from } = source;
  if (fields.length === 0) return;
  const hasNul = fields.map((field) => `coalesce(contains(${field}, chr(0)), false)`);
  const [any] = await readObjects(connection, `SELECT 1 AS found FROM ${from} WHERE ${hasNul.join(' OR ')} LIMIT 1`);
  if (!any) return;
  const places = hasNul.map((test, index) => `WHEN ${test} THEN ${index}`).join(' ');
  const [{ n, place }] = await readObjects(
    connection,
    `SELECT n::DOUBLE AS n, place FROM
      (SELECT row_number() OVER () - 1 AS n, CASE ${places} ELSE -1 END AS place FROM ${from})
     WHERE place >= 0 ORDER BY n LIMIT 1`,
  );
  const { words, pointer } = await source.locateRow(Number(n));
  const name = names[Number(place)];
  const end = name.replaceAll('~', '~0').replaceAll('/', '~1');
  throw fileFault(
    'nul_byte',
    `${words}: column "${name}" holds the character NUL; text has none.`,
    `${pointer}/${end}`,
  );
}
