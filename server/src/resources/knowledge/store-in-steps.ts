import type { Insertable } from 'kysely';
import { newId } from '../../ids.ts';
import { isPostgres } from '../../platform/db/engine.ts';
import type { KnowledgeDocumentTable } from '../../platform/db/schema/knowledge.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type Transaction, transact, transactStep } from '../../platform/db/transact.ts';
import { type BaseRow, countDocument, type DocumentChunk, type DocumentRow, insertChunks } from './store.ts';
import {
  deleteDocumentRow,
  deleteSomeChunks,
  hideAll,
  hideDocument,
  selectHidden,
  setAside,
  showDocument,
} from './unfinished.ts';

/** Chunks per step, some milliseconds of writing: other writers wait for one step, not for the whole document. */
const chunksAStep = 25;

/** Further writes in the transaction that makes a change visible. */
type AlsoWrite = (transaction: Transaction) => Promise<void>;

interface Storing {
  /** Frees the document's name, in the transaction that makes it visible. */
  first?: AlsoWrite;
  /** Receives the base, locked and with its new counts; undefined when it is gone. */
  also: (transaction: Transaction, base: BaseRow | undefined) => Promise<void>;
}

type NewDocument = Insertable<KnowledgeDocumentTable> & DocumentRow;

/**
 * Stores a document so that it appears whole or not at all. SQLite allows one writer at a time, so there a long
 * document is written in steps and stays hidden until the last. PostgreSQL uses one transaction.
 */
export async function storeDocument(
  database: Database,
  document: NewDocument,
  chunks: readonly DocumentChunk[],
  { first, also }: Storing,
): Promise<void> {
  const finish = async (transaction: Transaction) => also(transaction, await countDocument(transaction, document, 1));
  if (isPostgres(database) || chunks.length <= chunksAStep)
    return transact(database, async (transaction) => {
      await first?.(transaction);
      await transaction.insertInto('knowledge_documents').values(document).execute();
      await insertChunks(transaction, document, chunks);
      await finish(transaction);
    });
  await writeHidden(database, document, chunks, async (transaction) => {
    await first?.(transaction);
    await showDocument(transaction, document.id, document.name);
    await finish(transaction);
  });
}

/** Until `show` its name may be that of the document that it replaces, so it has none of its own. */
async function writeHidden(
  database: Database,
  document: NewDocument,
  chunks: readonly DocumentChunk[],
  show: AlsoWrite,
): Promise<void> {
  await transactStep(database, async (transaction) => {
    const row = { ...document, name: newId('doc') };
    await transaction.insertInto('knowledge_documents').values(row).execute();
    await hideDocument(transaction, document.id);
  });
  try {
    for (let from = 0; from < chunks.length; from += chunksAStep) {
      const some = chunks.slice(from, from + chunksAStep);
      await transactStep(database, (transaction) => insertChunks(transaction, document, some));
    }
    await transact(database, show);
  } catch (error) {
    await removeHidden(database, document.id).catch(() => {}); // the next start deletes it
    throw error;
  }
}

/**
 * Takes a document out of its base within a transaction; `removeRest` must follow the commit. Returns false when it was
 * gone before.
 */
export async function takeOut(transaction: Transaction, document: DocumentRow): Promise<boolean> {
  const take = isLong(transaction, document) ? setAside : deleteDocumentRow;
  const isTaken = await take(transaction, document.id);
  if (isTaken) await countDocument(transaction, document, -1);
  return isTaken;
}

/** Deletes what `takeOut` only hid. */
export async function removeRest(database: Database, document: DocumentRow): Promise<void> {
  if (isLong(database, document)) await removeHidden(database, document.id);
}

/** Returns false when it was deleted before. */
export async function removeDocument(database: Database, document: DocumentRow, also: AlsoWrite): Promise<boolean> {
  const isTaken = await transact(database, async (transaction) => {
    if (!(await takeOut(transaction, document))) return false;
    await also(transaction);
    return true;
  });
  if (isTaken) await removeRest(database, document);
  return isTaken;
}

function isLong(database: Database, { chunk_count }: Pick<DocumentRow, 'chunk_count'>): boolean {
  return !isPostgres(database) && chunk_count > chunksAStep;
}

/** Deletes a hidden document in steps. */
async function removeHidden(database: Database, id: string): Promise<void> {
  let hasMore = true;
  while (hasMore)
    hasMore = await transactStep(database, (transaction) => deleteSomeChunks(transaction, id, chunksAStep));
  await transact(database, (transaction) => deleteDocumentRow(transaction, id));
}

/**
 * Deletes the documents of a base before the base: on SQLite in steps, because one long transaction would block all
 * writers.
 */
export async function emptyBase(database: Database, base: BaseRow): Promise<void> {
  if (!isLong(database, base)) return;
  await transact(database, (transaction) => hideAll(transaction, base.id));
  for (const document of await selectHidden(database, base.id)) await removeHidden(database, document);
}

/** Deletes what a crash left half written or half deleted. */
export async function sweepDocuments({ database }: { database: Database }): Promise<void> {
  for (const id of await selectHidden(database)) await removeHidden(database, id);
}
