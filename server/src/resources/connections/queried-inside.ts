import type { QueryRequest } from '../../platform/data/types.ts';
import type { Requester } from '../../platform/workers/fair-turns.ts';
import type { EngineServices, OpenDatabase, Question } from './engine.ts';

/** What DuckDB reads for a question: local Parquet files, or a database file. */
type Source = Pick<QueryRequest, 'tables' | 'attached'>;

const guardMs = 20_000;
const guardBytes = 256 * 1024 * 1024;

/** The part of an engine whose SQL runs in the service's own locked DuckDB process, which checks it again. */
export function queriedInside(
  { data }: Pick<EngineServices, 'data'>,
  sourceOf: (question: Question, requester: Requester) => Promise<Source>,
): Pick<OpenDatabase, 'guard' | 'answer' | 'keep' | 'close'> {
  return {
    async guard(question, requester) {
      const limits = { maxRows: 0, timeoutMs: guardMs, memoryBytes: guardBytes };
      await data.runQuery({ sql: question.sql, ...(await sourceOf(question, requester)), ...limits }, requester);
    },
    async answer(question, { shape, maxBytes: memoryBytes, answerBytes: maxBytes, ...limits }, requester) {
      const request = { sql: question.sql, ...(await sourceOf(question, requester)), ...limits, memoryBytes, maxBytes };
      return data.writeQuery(request, shape, requester);
    },
    async keep(question, { outputPath, maxBytes: diskBytes, ...limits }, requester) {
      const request = { sql: question.sql, ...(await sourceOf(question, requester)), outputPath, diskBytes };
      await data.snapshotQuery(request, limits);
    },
    async close() {},
  };
}
