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

/** Chunks per step, about ten milliseconds of writing: other writers wait for one step, not for the whole document. */
const chunksAStep = 50;

/** Further writes in the transaction that makes a change visible. */
type AlsoWrite = (transaction: Transaction) => Promise<void>;

/**
 * Stores a document so that it appears whole or not at all. SQLite allows one writer at a time, so there a long
 * document is written in steps and stays hidden until the last. PostgreSQL uses one transaction, and so does SQLite
 * when `first` must replace another document at the same moment.
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
    await removeHidden(database, document.id).catch(() => {}); // the next start deletes it
    throw error;
  }
}

/** Hides a document at once and then deletes it. Returns false when it was deleted before. */
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

/** Returns false when it was hidden or deleted before. */
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

/** Deletes a hidden document in steps. */
export async function removeHidden(database: Database, id: string): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await transact(database, (transaction) => deleteSomeChunks(transaction, id, chunksAStep));
  await transact(database, (transaction) => deleteDocumentRow(transaction, id));
}

/**
 * Deletes the documents of a base before the base: on SQLite in steps, because one long transaction would block all
 * writers.
 */
export async function emptyBase(database: Database, { id, chunk_count }: BaseRow): Promise<void> {
  if (isPostgres(database) || chunk_count <= chunksAStep) return;
  await transact(database, (transaction) => hideAll(transaction, id));
  for (const document of await selectHidden(database, id)) await removeHidden(database, document);
}

/** Deletes what a crash left half written or half deleted. */
export async function sweepDocuments({ database }: { database: Database }): Promise<void> {
  for (const id of await selectHidden(database)) await removeHidden(database, id);
}
