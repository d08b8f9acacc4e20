import { sql } from 'kysely';
import { isAmong } from '../../../platform/db/among.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { FullTextIndex } from './full-text-index.ts';

/** A GIN index of the terms. PostgreSQL's ranking ignores how rare a term is, so weights are summed in the query. */
export function searchPostgres(database: Database): FullTextIndex {
  return {
    async countChunks(baseId, terms) {
      const counts: number[] = [];
      for (const term of terms) {
        const { count } = await database
          .selectFrom('knowledge_chunks')
          .select(sql<number>`count(*)`.as('count'))
          .where('base_id', '=', baseId)
          .where(holds([term]))
          .executeTakeFirstOrThrow();
        counts.push(count);
      }
      return counts;
    },
    findMatching({ baseId, documents }, terms, weights, limit) {
      const shares = terms.map((term, index) => sql`(${holds([term])})::int * ${weights[index]}::float8`);
      return database
        .selectFrom('knowledge_chunks')
        .select(['id', 'heading_terms', 'terms', 'term_count'])
        .where('base_id', '=', baseId)
        .where(holds(terms))
        .$if(documents !== undefined, (query) => query.where(isAmong(database, 'document_id', documents ?? [])))
        .orderBy(sql`${sql.join(shares, sql` + `)}`, 'desc')
        .orderBy('term_count')
        .orderBy('id')
        .limit(limit)
        .execute();
    },
  };
}

function holds(terms: string[]) {
  return sql<boolean>`search_terms @@ ${terms.map((term) => `'${term}'`).join(' | ')}::tsquery`;
}
