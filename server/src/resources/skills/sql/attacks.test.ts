/**
 * Attacks on SQL skills, judged by their effects, not by the response.
 *
 * @module-tag long
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../../test/shop-database.ts';
import { duckdbAttacks, harmless, innocent, postgresqlAttacks } from '../../../../test/sql-attacks.ts';

/** An endless query ends soon; a finite one is not cut off by a busy machine. */
const params = { tables: ['homes'], timeout_ms: 2000 };
/** What nobody may read: the vault's PIN, users of the machine, paths, database users. */
const secret = /471108152|root:|\/sibyl-|shop_[0-9a-f]{12}|PostgreSQL \d/;

let service: TestService;
let project: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attacked-'));
  service = await startTestService({ SIBYL_QUERY_MEMORY_BYTES: String(128 << 20) });
  project = await service.project();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** No attack is executed, except for harmless look-alikes. */
function statusOf(attack: string): number {
  if (harmless.includes(attack)) return 200;
  return attack.includes('\0') ? 400 : 422;
}

const aimed = (attack: string) => attack.replaceAll('FOLDER', folder);

async function ask(skill: string, sql: string) {
  return service.call('POST', `/projects/${project}/skills/${skill}/test`, { input: { sql } });
}

describe('on DuckDB', () => {
  beforeAll(async () => {
    await upload('homes', 'rooms,city\n1,Rome\n2,Oslo\n3,Rome\n');
    await upload('vault', 'pin\n4711\n');
    await service.call('POST', `/projects/${project}/skills`, { name: 'duck', type: 'sql', params });
    before = await lookAround();
  });
  let before: Awaited<ReturnType<typeof lookAround>>;

  async function upload(name: string, content: string): Promise<void> {
    const path = `/projects/${project}/tables?name=${name}`;
    await service.call('POST', path, content, { 'content-type': 'text/csv' });
  }

  async function lookAround() {
    const paths = ['tables', 'tables/homes/rows', 'tables/vault/rows'].map((path) => `/projects/${project}/${path}`);
    const answers = await Promise.all(paths.map((path) => service.call('GET', path)));
    return { tables: answers.map((answer) => answer.body), files: readdirSync(folder) };
  }

  test.each(duckdbAttacks)('%s', async (attack) => {
    const { status, text } = await ask('duck', aimed(attack));
    expect(text.replaceAll(JSON.stringify(aimed(attack)).slice(1, -1), '')).not.toMatch(secret);
    expect(status).toBe(statusOf(attack));
    expect(await lookAround()).toEqual(before);
  });

  test.each(innocent)('answers %s', async (sql) => {
    expect(await ask('duck', sql)).toMatchObject({ status: 200 });
  });
});

describe.skipIf(!hasPostgres())('on PostgreSQL, asked as a superuser', () => {
  let shop: ShopDatabase;

  beforeAll(async () => {
    shop = await createShopDatabase(`
      create table homes as select * from (values (1, 'Rome'), (2, 'Oslo'), (3, 'Rome')) as t (rooms, city);
      create table vault as select 471108152 as pin;
      create schema private;
      create table private.vault as select 471108152 as pin;
      create sequence counter;
      create type stolen_type as (a int);
      create view cities as select city from homes;
      create function steal() returns int language sql as 'select pin from vault';
      create function steal(homes) returns int language sql as 'select 1';
      create function differ(int, int) returns int language sql as 'select pin from vault';
      create operator <<< (leftarg = int, rightarg = int, function = differ);
      create procedure wipe() language sql as 'delete from homes';
    `);
    const connection = { name: 'shop', engine: 'postgresql', parameters: shop.parameters };
    await service.call('POST', `/projects/${project}/connections`, connection);
    const skill = { name: 'elephant', type: 'sql', params: { ...params, connection: 'shop' } };
    await service.call('POST', `/projects/${project}/skills`, skill);
    before = await lookAround();
  });
  let before: Awaited<ReturnType<typeof lookAround>>;
  afterAll(() => shop?.remove());

  async function lookAround() {
    const questions = [
      'select * from homes order by rooms',
      'select pin from vault union all select pin from private.vault',
      "select relname from pg_class where relnamespace::regnamespace::text !~ '^pg_' order by 1",
      'select proname from pg_proc where pronamespace = (select oid from pg_namespace where nspname = $$public$$) order by 1',
      'select last_value, is_called from counter',
      'select count(*) from pg_largeobject_metadata',
      'select count(*) from pg_db_role_setting',
      'select count(*) from pg_extension',
      "select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      'select pg_current_xact_id_if_assigned(), rolconnlimit from pg_roles where rolname = current_user',
    ];
    const results = [];
    for (const question of questions) results.push((await shop.admin.query(question)).rows);
    return { results, files: readdirSync(folder) };
  }

  test.each(postgresqlAttacks)('%s', async (attack) => {
    const { status, text } = await ask('elephant', aimed(attack));
    expect(text.replaceAll(JSON.stringify(aimed(attack)).slice(1, -1), '')).not.toMatch(secret);
    expect(status).toBe(statusOf(attack));
    expect(await lookAround()).toEqual(before);
  });

  test.each(innocent)('answers %s', async (sql) => {
    expect(await ask('elephant', sql)).toMatchObject({ status: 200 });
  });

  test('leaves nothing of one query to the next', async () => {
    const { body } = await ask('elephant', 'SELECT count(*) AS homes FROM homes');
    expect(body.result.content.rows).toEqual([[3]]);
    const idle =
      "select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()";
    expect((await shop.admin.query(idle)).rows).toEqual([{ n: 0 }]);
  });
});

test('the corpus is as large as it should be', () => {
  expect(new Set(duckdbAttacks).size).toBeGreaterThanOrEqual(60);
  expect(new Set(postgresqlAttacks).size).toBeGreaterThanOrEqual(60);
});
