import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transact.ts';
import { SealBrokenError, type SealedBox } from '../../platform/secrets/sealed-box.ts';
import { type Row, type SealedPlace, sealedPlaces } from './sealed-places.ts';

const rowsAtOnce = 200;
/** A sealed text alone or as a string in JSON; its characters need no escape there. */
const sealedText = /^v1\.[\w-]{38,}$|(?<=")v1\.[\w-]{38,}(?=")/g;

/** Counts of sealed secrets. */
export interface Resealed {
  secrets: number;
  /** Those sealed under another master key, for example before a restore; they stay as they are. */
  unreadable: number;
}

/** Seals every secret in the database under another master key. */
export async function resealAll(transaction: Transaction, from: SealedBox, to: SealedBox): Promise<Resealed> {
  const total = { secrets: 0, unreadable: 0 };
  for (const place of sealedPlaces)
    await eachRow(transaction, place, async (row) => {
      const text = String(row[place.column]);
      const changed = resealText(text, place.ownerOf(row), { from, to, total });
      if (changed !== text) await write(transaction, place, row, changed);
    });
  return total;
}

function resealText(
  text: string,
  owner: string,
  { from, to, total }: { from: SealedBox; to: SealedBox; total: Resealed },
): string {
  return text.replace(sealedText, (sealed) => {
    const secret = openOrUndefined(from, sealed, owner);
    if (secret === undefined) {
      total.unreadable += 1;
      return sealed;
    }
    total.secrets += 1;
    return to.seal(secret, owner);
  });
}

function openOrUndefined(box: SealedBox, sealed: string, owner: string): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
}

/** Visits the rows in steps by their key, so that not all of them are in memory. */
async function eachRow(
  transaction: Transaction,
  { table, key, column }: SealedPlace,
  visit: (row: Row) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(key)} > ${after}
      order by ${sql.ref(key)} limit ${sql.lit(rowsAtOnce)}`.execute(transaction);
    for (const row of rows) await visit(row);
    if (rows.length < rowsAtOnce) return;
    after = String(rows.at(-1)?.[key]);
  }
}

async function write(transaction: Transaction, { table, key, column }: SealedPlace, row: Row, value: string) {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.ref(key)} = ${row[key]}`.execute(transaction);
}
