import { expect, it } from 'vitest';
import { ServiceError } from '../../../errors.ts';
import { dialects } from '../../connections/dialects.ts';
import type { ToolRun } from '../toolset.ts';
import { defineQueryTool } from './query-tool.ts';
import type { SqlSource } from './source.ts';

const run: ToolRun = { signal: new AbortController().signal, depth: 0, askAgent: async () => ({ content: null }) };

function toolOver(query: SqlSource['query']) {
  return defineQueryTool('sales', '', { others: 0, dialect: dialects.duckdb, tables: [], comments: {}, query });
}

const answerOf = (rows: (string | number)[][]) => ({
  columns: [{ name: 'a', type: 'text' } as const],
  rows,
  truncated: false,
});

it('gives up after three queries in a row that failed, and no sooner', async () => {
  const asked: string[] = [];
  const tool = toolOver(async (sql) => {
    asked.push(sql);
    if (sql === 'good') return answerOf([[1]]);
    throw new ServiceError('query_failed', `${sql} is wrong`);
  });
  const all = ['bad 1', 'bad 2', 'good', 'bad 3', 'bad 4', 'good', 'bad 5', 'bad 6', 'bad 7'];
  for (const sql of [...all, 'good']) await tool.execute({ sql }, run).catch(() => {});
  expect(asked).toEqual(all);
  await expect(tool.execute({ sql: 'good' }, run)).rejects.toThrow('answer with what is known');
});

it('does not count what the database is to blame for', async () => {
  let asked = 0;
  const tool = toolOver(async () => {
    asked += 1;
    throw new ServiceError('connection_failed', 'down');
  });
  for (let count = 0; count < 5; count += 1) await tool.execute({ sql: 'x' }, run).catch(() => {});
  expect(asked).toBe(5);
});

it('runs one query at a time, in order', async () => {
  const log: string[] = [];
  const tool = toolOver(async (sql) => {
    log.push(`begin ${sql}`);
    await Promise.resolve();
    log.push(`end ${sql}`);
    return answerOf([]);
  });
  await Promise.all(['1', '2', '3'].map((sql) => tool.execute({ sql }, run)));
  expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
});

it('gives a language model no more than it can take in, and says so', async () => {
  const tool = toolOver(async () => answerOf(Array.from({ length: 100 }, () => ['x'.repeat(5000)])));
  const { content } = await tool.execute({ sql: 'x' }, run);
  expect(JSON.stringify(content).length).toBeLessThan(65_000);
  expect(content).toMatchObject({ truncated: true, row_count: expect.any(Number) });
});
