import { sql } from 'kysely';
import { isAmong } from '../../../platform/db/among.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { isFinished } from '../unfinished.ts';
import type { FullTextIndex } from './full-text-index.ts';

/** FTS5 over contentless rows; an extra word restricts matches to the base. */
export function searchSqlite(database: Database): FullTextIndex {
  return {
    async countChunks(baseId, terms) {
      const counts: number[] = [];
      for (const term of terms) {
        const { count } = await database
          .selectFrom('knowledge_index')
          .select(sql<number>`count(*)`.as('count'))
          .where(sql<boolean>`knowledge_index match ${matchOf(baseId, [term])}`)
          .executeTakeFirstOrThrow();
        counts.push(count);
      }
      return counts;
    },
    findMatching({ baseId, documents }, terms, _weights, limit) {
      return database
        .selectFrom('knowledge_index')
        .innerJoin('knowledge_chunks', 'knowledge_chunks.id', 'knowledge_index.rowid')
        .select([
          'knowledge_chunks.id',
          'knowledge_chunks.heading_terms',
          'knowledge_chunks.terms',
          'knowledge_chunks.term_count',
        ])
        .where(sql<boolean>`knowledge_index match ${matchOf(baseId, terms)}`)
        .where(isFinished('document_id'))
        .$if(documents !== undefined, (query) => query.where(isAmong(database, 'document_id', documents ?? [])))
        .orderBy(sql`bm25(knowledge_index, 0, 2, 1)`)
        .limit(limit)
        .execute();
    },
  };
}

function matchOf(baseId: string, terms: string[]): string {
  const anyTerm = terms.map((term) => `"${term}"`).join(' OR ');
  return `base : "${baseId.replace('_', '')}" AND {heading_terms terms} : (${anyTerm})`;
}
