import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/postgres.ts';
import { guardSql } from '../../resources/connections/postgresql/guard-sql.ts';
import { english } from '../words/english.ts';
import { understandQuestion } from './understand.ts';

const postgres = inject('postgres');

const table = {
  name: 'sales.orders',
  row_count: 4,
  columns: [
    { name: 'city', type: 'text', distinct: 2, values: ['Rome', 'Oslo'] },
    { name: 'amount', type: 'number', distinct: 4 },
    { name: 'placed', type: 'datetime', distinct: 4, min: '2024-01-01', max: '2024-02-09' },
    { name: 'paid', type: 'boolean', distinct: 2 },
  ],
};
const rows = `('Rome', 10.5, '2024-01-01', true), ('Rome', 20, '2024-01-31 23:59', false),
  ('Oslo', 30, '2024-02-01', true), ('Oslo', null, '2024-02-09', true)`;

const questions: [question: string, first: unknown[]][] = [
  ['How many orders?', ['4']],
  ['median amount by city', ['Oslo', 30, '2']],
  ['standard deviation of the amount in Rome', [expect.closeTo(6.7175, 4), '2', '2']],
  ['average amount in Oslo', [30, '2', '1']],
  ['What percentage of orders is paid?', ['75.0000000000000000', '4']],
  ['percentage of orders by city', ['Oslo', '50.0000000000000000', '2']],
  ['How many orders per month?', [new Date(2024, 0, 1), '2']],
  ['How many orders in January 2024?', ['2']],
  ['Which city has the highest average amount?', ['Oslo', 30, '2', '1']],
  ['Show the order with the highest amount', ['Oslo', 30, expect.any(Date), true, '3', '1']],
  ['Which cities are there?', ['Oslo', '2']],
  ['How many orders are not in Rome?', ['2']],
];

// DuckDB runs the SQL of all questions in server/test/questions
describe.skipIf('missing' in postgres)('PostgreSQL, and the guard of connections, take the same SQL', () => {
  let client: pg.Client;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    if ('missing' in postgres) return;
    const created = await createPostgresDatabase(postgres.url, `builtin_${randomBytes(6).toString('hex')}`);
    drop = created.drop;
    client = new pg.Client({ connectionString: created.url });
    await client.connect();
    await client.query('CREATE SCHEMA sales');
    await client.query('CREATE TABLE sales.orders (city text, amount float8, placed timestamp, paid boolean)');
    await client.query(`INSERT INTO sales.orders VALUES ${rows}`);
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });

  test.each(questions)('%s', async (question, first) => {
    const reading = understandQuestion(question, table, { vocabulary: english, now: new Date() });
    if (reading.outcome !== 'understood') throw new Error(JSON.stringify(reading));
    await guardSql(reading.best.sql, [{ schema: 'sales', name: 'orders' }], 'public');
    const answer = await client.query({ text: reading.best.sql, rowMode: 'array' });
    expect(answer.rows[0]).toEqual(first);
  });
});
