import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Database } from '../../../platform/db/schema.ts';
import type { BaseRow } from '../store.ts';
import { selectVectors } from './store.ts';
import { cosine, fromBytes } from './vectors.ts';

export interface Neighbour {
  id: number;
  /** Cosine similarity, from -1 to 1. */
  similarity: number;
}

/** Vectors compared before other work may run. */
const pageSize = 1000;

/**
 * Returns the chunks nearest to a unit vector, best first. The search is exact: its time grows with the base.
 * `documents` restricts it to these documents.
 */
export async function findNearest(
  database: Database,
  base: BaseRow,
  { vector, documents, limit }: { vector: Float32Array; documents: string[] | undefined; limit: number },
  signal: AbortSignal,
): Promise<Neighbour[]> {
  let best: Neighbour[] = [];
  for (let after = 0; ; ) {
    const page = await selectVectors(database, base, documents, { after, limit: pageSize });
    const found = page.map((row) => ({ id: row.chunk_id, similarity: cosine(vector, fromBytes(row.vector)) }));
    best = [...best, ...found].sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, limit);
    if (page.length < pageSize) return best;
    after = page[page.length - 1].chunk_id;
    await othersTurn();
    signal.throwIfAborted();
  }
}
