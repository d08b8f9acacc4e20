import type { Insertable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import type { KnowledgeDocumentTable } from '../../platform/db/schema/knowledge.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type BaseRow, countDocument, type DocumentChunk, type DocumentRow, insertChunks } from './store.ts';
import {
  deleteDocumentRow,
  deleteSomeChunks,
  hideAll,
  hideDocument,
  isFinished,
  selectHidden,
  showDocument,
} from './unfinished.ts';

/** Some ten milliseconds of writing: the others wait for one step of a long document, not for all of it. */
const chunksAStep = 50;

/** What else is written in the transaction that makes a change visible. */
type AlsoWrite = (transaction: Transaction) => Promise<void>;

/**
 * Stores a document so that it appears whole or not at all. On SQLite only one can write at a time: there a long document
 * is written in steps, hidden until the last. On PostgreSQL it is one transaction, and so it is everywhere with something
 * to do `first`: to take the place of another at one moment.
 */
export async function storeDocument(
  database: Database,
  document: Insertable<KnowledgeDocumentTable> & DocumentRow,
  chunks: readonly DocumentChunk[],
  { first, also }: { first?: AlsoWrite; also: AlsoWrite },
): Promise<void> {
  const step = isPostgres(database) ? Math.max(1, chunks.length) : chunksAStep;
  const begin = async (transaction: Transaction) => {
    await transaction.insertInto('knowledge_documents').values(document).execute();
    await insertChunks(transaction, document, first ? chunks : chunks.slice(0, step));
  };
  const finish = async (transaction: Transaction) => {
    await countDocument(transaction, document, 1);
    await also(transaction);
  };
  if (first || chunks.length <= step)
    return transact(database, async (transaction) => {
      await first?.(transaction);
      await begin(transaction);
      await finish(transaction);
    });
  await transact(database, async (transaction) => {
    await begin(transaction);
    await hideDocument(transaction, document.id);
  });
  try {
    for (let from = step; from < chunks.length; from += step)
      await transact(database, (transaction) => insertChunks(transaction, document, chunks.slice(from, from + step)));
    await transact(database, async (transaction) => {
      await showDocument(transaction, document.id);
      await finish(transaction);
    });
  } catch (error) {
    await removeHidden(database, document.id).catch(() => {}); // the next start tries again
    throw error;
  }
}

/** Takes a document from everybody's sight at once, and then out of the database. @returns false when it was gone before */
export async function removeDocument(database: Database, document: DocumentRow, also: AlsoWrite): Promise<boolean> {
  const isLong = !isPostgres(database) && document.chunk_count > chunksAStep;
  const isHere = await transact(database, async (transaction) => {
    if (isLong ? !(await hide(transaction, document.id)) : !(await deleteDocumentRow(transaction, document.id)))
      return false;
    await countDocument(transaction, document, -1);
    await also(transaction);
    return true;
  });
  if (isHere && isLong) await removeHidden(database, document.id);
  return isHere;
}

/** @returns false when it was hidden or gone before */
async function hide(transaction: Transaction, id: string): Promise<boolean> {
  const document = await transaction
    .selectFrom('knowledge_documents')
    .select('id')
    .where('id', '=', id)
    .where(isFinished('id'))
    .executeTakeFirst();
  if (document !== undefined) await hideDocument(transaction, id);
  return document !== undefined;
}

/** Removes what is hidden, in steps. */
export async function removeHidden(database: Database, id: string): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await transact(database, (transaction) => deleteSomeChunks(transaction, id, chunksAStep));
  await transact(database, (transaction) => deleteDocumentRow(transaction, id));
}

/** Before a base goes: on SQLite its documents go in steps first, as all at once would hold up everybody's writing. */
export async function emptyBase(database: Database, { id, chunk_count }: BaseRow): Promise<void> {
  if (isPostgres(database) || chunk_count <= chunksAStep) return;
  await transact(database, (transaction) => hideAll(transaction, id));
  for (const document of await selectHidden(database, id)) await removeHidden(database, document);
}

/** After a crash: what was written or deleted in steps and not finished goes. */
export async function sweepDocuments({ database }: { database: Database }): Promise<void> {
  for (const id of await selectHidden(database)) await removeHidden(database, id);
}
