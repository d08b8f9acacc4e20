import { ServiceError } from '../../../errors.ts';
import type { JsonValue, QueryResult } from '../../../platform/data/types.ts';
import { defineTool } from '../define-tool.ts';
import type { Tool, ToolResult } from '../toolset.ts';
import { comparedTexts, lookUpValues } from './near-values.ts';
import { mostCellCharacters, type SqlSource } from './source.ts';

const input = {
  type: 'object',
  properties: { sql: { type: 'string', minLength: 1, maxLength: 20_000, description: 'One SELECT.' } },
  required: ['sql'],
  additionalProperties: false,
};

/** Consecutive failed queries after which no more are run: the language model will not succeed. */
const mostFailures = 3;
const mostLookedUp = 3;
const mostCharacters = 60_000;

/** Makes the tool that queries the source. Concurrent calls run one after another. */
export function defineQueryTool(skill: string, description: string, source: SqlSource): Tool {
  let failures = 0;
  let before: Promise<unknown> = Promise.resolve();

  async function query(sql: string, signal: AbortSignal): Promise<ToolResult> {
    if (failures >= mostFailures) throw usedUp();
    try {
      const result = resultOf(sql, await source.query(sql, signal));
      failures = 0;
      return await withNearValues(result, sql, signal);
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) failures += 1;
      throw error;
    }
  }

  /** Adds similar values to an empty result, because the query may have misspelt one. */
  async function withNearValues(result: QueryToolResult, sql: string, signal: AbortSignal): Promise<ToolResult> {
    if (!foundNothing(result.content.rows)) return result;
    const compared = comparedTexts(sql, source.tables, mostLookedUp);
    const near = await Promise.all(compared.map((one) => lookUpValues(source, one, signal).catch(() => undefined)));
    const near_values = near.flatMap((one) =>
      one && !one.values.some(({ value }) => value === one.text) ? [one] : [],
    );
    return near_values.length > 0 ? { ...result, content: { ...result.content, near_values } } : result;
  }

  const tool = defineTool({
    skill,
    name: 'query',
    description: `Runs one read-only SQL query. ${description}`.trim(),
    parameters: input,
    run: ({ sql }, { signal }) => {
      const turn = before.then(() => query(String(sql), signal));
      before = turn.catch(() => {});
      return turn;
    },
  });
  return { ...tool, fence: 'sql' };
}

/** Returns whether the result has no rows, or one in which nothing was counted or summed. */
function foundNothing(rows: JsonValue[][]): boolean {
  return rows.length === 0 || (rows.length === 1 && rows[0].every((cell) => cell === null || cell === 0));
}

function usedUp(): ServiceError {
  return new ServiceError(
    'query_refused',
    `${mostFailures} queries in a row have failed; answer with what is known by now.`,
  );
}

interface QueryToolResult extends ToolResult {
  content: { columns: string[]; rows: JsonValue[][]; row_count: number; truncated: boolean };
}

function resultOf(sql: string, { columns, rows, truncated }: QueryResult): QueryToolResult {
  const kept = rowsThatFit(rows.map((row) => row.map(shorten)));
  const content = {
    columns: columns.map((column) => column.name),
    rows: kept,
    row_count: kept.length,
    truncated: truncated || kept.length < rows.length,
  };
  return { content, details: { sql, row_count: content.row_count, truncated: content.truncated } };
}

function shorten(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A text that was cut in the worker has one sign more.
  return text.length > mostCellCharacters + 1 ? `${text.slice(0, mostCellCharacters)}…` : value;
}

/** Returns as many rows as a language model can read. */
function rowsThatFit(rows: JsonValue[][]): JsonValue[][] {
  let characters = 0;
  const first = rows.findIndex((row) => {
    characters += JSON.stringify(row).length;
    return characters > mostCharacters;
  });
  return first < 0 ? rows : rows.slice(0, Math.max(first, 1));
}
