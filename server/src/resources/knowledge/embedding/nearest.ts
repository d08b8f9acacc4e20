import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Database } from '../../../platform/db/schema.ts';
import type { BaseRow } from '../store.ts';
import { selectVectors } from './store.ts';
import { cosine, fromBytes } from './vectors.ts';

export interface Neighbour {
  id: number;
  /** Cosine similarity, from -1 to 1. */
  similarity: number;
  /** The same, as it would be if passages of each language were equally near on the whole. */
  levelled: number;
}

/** Vectors compared before other work may run. */
const pageSize = 1000;

interface Asked {
  vector: Float32Array;
  documents: string[] | undefined;
  limit: number;
}

/**
 * Returns the chunks nearest to a unit vector, best first. The search is exact: its time grows with the base. Models put
 * passages of the question's language before those that answer it in another one, so languages are levelled.
 * `documents` restricts it to these documents.
 */
export async function findNearest(
  database: Database,
  base: BaseRow,
  { vector, documents, limit }: Asked,
  signal: AbortSignal,
): Promise<Neighbour[]> {
  const languages = new Map<string | null, OfLanguage>();
  for (let after = 0; ; ) {
    const page = await selectVectors(database, base, documents, { after, limit: pageSize });
    for (const [language, rows] of Map.groupBy(page, (row) => row.language)) {
      const found = rows.map((row) => ({ id: row.chunk_id, similarity: cosine(vector, fromBytes(row.vector)) }));
      languages.set(language, join(languages.get(language), found, limit));
    }
    if (page.length < pageSize) return level([...languages.values()], limit);
    after = page[page.length - 1].chunk_id;
    await othersTurn();
    signal.throwIfAborted();
  }
}

type Found = Omit<Neighbour, 'levelled'>;

/** The passages of one language. */
interface OfLanguage {
  nearest: Found[];
  count: number;
  /** Of all similarities. */
  sum: number;
}

function join(known: OfLanguage = { nearest: [], count: 0, sum: 0 }, found: Found[], limit: number): OfLanguage {
  return {
    nearest: [...known.nearest, ...found].sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, limit),
    count: known.count + found.length,
    sum: found.reduce((sum, { similarity }) => sum + similarity, known.sum),
  };
}

/** Fewer passages tell nothing of their language. */
const fewest = 5;

function level(languages: readonly OfLanguage[], limit: number): Neighbour[] {
  const count = languages.reduce((all, one) => all + one.count, 0);
  const mean = languages.reduce((all, one) => all + one.sum, 0) / Math.max(1, count);
  const all = languages.flatMap(({ nearest, count, sum }) => {
    const lead = count < fewest ? 0 : sum / count - mean;
    return nearest.map((one) => ({ ...one, levelled: one.similarity - lead }));
  });
  return all.sort((a, b) => b.levelled - a.levelled || a.id - b.id).slice(0, limit);
}
