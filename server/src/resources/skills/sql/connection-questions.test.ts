/** Questions without a language model to the tables of a real PostgreSQL, read by what was learned. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widthOf } from '../../../../test/questions/width-of.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../../test/shop-database.ts';
import { linkQuestion } from '../../../questions/link/link-question.ts';
import type { Column, Profile } from '../../../questions/profile.ts';
import { type Candidate, readingOf } from '../../../questions/propose/candidate.ts';
import { operations } from '../../../questions/propose/parts.ts';
import { propose } from '../../../questions/propose/propose.ts';
import { runAnswer } from '../../../questions/propose/run-answer.ts';
import { inPostgresql } from '../../../questions/realise/in-postgresql.ts';
import { writeSql } from '../../../questions/realise/write-sql.ts';

const tables = `
  create type side as enum ('west', 'east');
  create table cities (city text, country text, population bigint, area int, founded date, score text, rank text, side side);
  insert into cities values
    ('Lima', 'Peru', 9751000, 2672, '1535-01-18', '3–1', '1st (A)', 'west'),
    ('Quito', 'Ecuador', 1978000, 372, '1534-12-06', '0–2', '2nd, B', 'west'),
    ('Cusco', 'Peru', 428000, 385, '1100-01-01', '2–2', '4', 'west'),
    ('São Paulo', 'Brazil', 12330000, 1521, '1554-01-25', '5–0', '3rd, A', 'east'),
    ('O''Higgins', 'Chile', null, null, '1842-03-01', '1–1', null, 'west'),
    ('Santos', 'Brazil', 433000, 281, '1546-01-26', '4–4', '6 (B)', 'east');
  create table orders as select n as id, (date '2024-01-01' + n % 366) as ordered,
    (array['paper', 'ink', 'pens'])[1 + n % 3] as product, 1 + n % 7 as quantity, (n % 90)::numeric / 4 as amount
    from generate_series(1, 5000) n;
  create view slow as select city, 50 * length(city) - 150 as height, pg_sleep(0.5) is null as never from cities;
`;

const questions = [
  'which city in peru has the largest population?',
  'how many cities were founded after 1540?',
  'what comes next after cusco?',
  'how many more people live in lima than in são paulo?',
  'which country has at least 2 cities?',
  'top 3 cities by population, not in brazil',
  'how many cities have a score of 4 or more and hold sao in their name?',
  'which city was founded before quito with the same country as lima?',
  'how many rows have no population?',
  'lowest, highest and average population of the cities',
  'city, country, population and score of cities in peru',
  'average population by country and side',
  'what percentage of cities is ranked A?',
];

const tried = new Set<string>();
const mostTried = 8;

/** Candidates of combinations of operations that no question before had. */
function untried(candidates: readonly Candidate[]): Candidate[] {
  const kinds = new Map(
    candidates.map((one) => [`${one.answer.kind} ${one.parts.filter((part) => part < operations.length)}`, one]),
  );
  const found = [...kinds].filter(([kind]) => !tried.has(kind)).slice(0, mostTried);
  for (const [kind] of found) tried.add(kind);
  return found.map(([, candidate]) => candidate);
}

function sorted(cells: readonly unknown[]): string[] {
  return cells.map((cell) => (Number.isFinite(Number(cell)) ? Number(cell).toFixed(4) : String(cell))).sort();
}

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let service: TestService;
  let shop: ShopDatabase;
  let project: string;

  beforeAll(async () => {
    service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
    project = await service.project();
    shop = await createShopDatabase(tables);
    await service.call('POST', `/projects/${project}/connections`, {
      name: 'shop',
      engine: 'postgresql',
      parameters: shop.parameters,
    });
    for (const name of ['cities', 'orders', 'slow']) await open(name);
  });
  afterAll(async () => {
    await shop.remove();
    await service.stop();
  });

  async function open(name: string) {
    const skill = { name, type: 'sql', params: { connection: 'shop', tables: [name] } };
    await service.call('POST', `/projects/${project}/skills`, skill);
    await service.call('POST', `/projects/${project}/agents`, { name, skills: [name] });
  }

  async function ask(agent: string, question: string): Promise<string> {
    const asked = { messages: [{ role: 'user', content: question }] };
    const { body } = await service.call('POST', `/projects/${project}/agents/${agent}/completions`, asked);
    return JSON.stringify(body);
  }

  const one = async (sql: string) => (await shop.admin.query(`select (${sql})::float as n`)).rows[0].n;
  const told = (figure: number) =>
    new RegExp(`\\*\\*${figure.toLocaleString('en', { maximumFractionDigits: figure < 100 ? 2 : 0 })}`);

  test.each([
    ['cities', 'How many cities are in Brazil or Peru?', "count(*) from cities where country in ('Brazil', 'Peru')"],
    ['orders', 'What is the total amount of paper?', "sum(amount) from orders where product = 'paper'"],
    ['orders', 'How many orders of ink were there?', "count(*) from orders where product = 'ink'"],
    ['orders', 'What is the average amount in March?', 'avg(amount) from orders where extract(month from ordered) = 3'],
  ])('%s: %s', async (agent, question, sql) => {
    expect(await ask(agent, question)).toMatch(told(await one(`select ${sql}`)));
  });

  test('names what stands above the average, and each group', async () => {
    const above = await ask('cities', 'Which cities are above the average population?');
    expect(above).toContain('Lima');
    expect(above).not.toContain('Quito');
    expect(await ask('cities', 'What is the average population per country?')).toContain('6,381,500');
  });

  test('goes on with the columns alone where no rows can be had in time', async () => {
    expect(await ask('slow', 'How many rows are there?')).toMatch(/6/);
    expect(await ask('slow', 'What is the highest height?')).toMatch(told(300));
    expect(await ask('slow', 'How many are in Lima?')).not.toMatch(/\*\*\d/);
  });

  async function profileOf(name: string): Promise<Profile> {
    const body = { connection: 'shop', sql: `select * from ${name}` };
    const answer = (await service.call('POST', `/projects/${project}/query`, body)).body;
    const columns = answer.columns.map((column: Column) => ({ ...column, distinct: null }));
    const sample = answer.rows.map((row: Record<string, unknown>) => Object.values(row));
    return { name, row_count: sample.length, columns, sample };
  }

  test('PostgreSQL answers as the sample does', async () => {
    const profile = await profileOf('cities');
    expect(profile.sample).toHaveLength(6);
    const wrong: string[] = [];
    for (const question of questions)
      for (const candidate of untried(propose(linkQuestion(question, profile), () => 0, 100_000))) {
        const outcome = runAnswer(candidate, linkQuestion(question, profile).table);
        const sql = writeSql(inPostgresql(readingOf(candidate)), profile);
        const { body } = await service.call('POST', `/projects/${project}/skills/cities/test`, { input: { sql } });
        const rows: unknown[][] = body.result?.content.rows ?? [[JSON.stringify(body)]];
        const cells = rows.flatMap((row) => row.slice(0, widthOf(candidate.answer))).filter((cell) => cell !== null);
        if (`${sorted(cells)}` !== `${sorted(outcome)}`) wrong.push(`${sql}\n${cells} instead of ${outcome}`);
      }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});
