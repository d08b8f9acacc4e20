/**
 * Every query that passes the guard reads allowed tables only, by PostgreSQL's own plan; names are random and shadow
 * each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../../test/shop-database.ts';
import { guardSql } from './guard-sql.ts';

/** Makes random queries, the same in each run. */
class QueryMaker {
  #state = 1;

  #pick<Item>(...items: Item[]): Item {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return items[(this.#state >> 8) % items.length];
  }

  query(depth = 3): string {
    const prefix = depth > 0 && this.#pick(true, false) ? this.#parts(depth - 1) : '';
    const more =
      depth > 0
        ? this.#pick(
            () => '',
            () => '',
            this.#more(depth - 1),
          )()
        : '';
    return `${prefix}select 1 as n from ${this.#item(depth - 1)} t${more}`;
  }

  #parts(depth: number): string {
    const [first, second] = this.#pick(['vault', 'a'], ['a', 'vault'], ['homes', 'vault'], ['a', 'b']);
    const word = this.#pick('with', 'with recursive');
    return `${word} ${first} as (${this.query(depth)}), ${second} as (${this.query(depth)}) `;
  }

  #item(depth: number): string {
    const name = this.#pick('homes', 'homes', 'homes', 'vault', 'a', 'public.homes');
    return depth > 0 && this.#pick(true, false, false) ? `lateral (${this.query(depth)})` : name;
  }

  #more(depth: number): () => string {
    const before = this.#pick(' where exists (', ' union all (', ' order by (select count(*) from (');
    return () => `${before}${this.query(depth)}${before.endsWith('from (') ? ') o)' : ')'}`;
  }
}

function relationsOf(plan: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(plan, (key, value) => {
    if (key === 'Relation Name') found.push(value);
    return value;
  });
  return found;
}

describe.skipIf(!hasPostgres())('the guard', () => {
  let shop: ShopDatabase;
  beforeAll(async () => {
    shop = await createShopDatabase('create table homes as select 1 as n; create table vault as select 471108152 as n');
  });
  afterAll(() => shop?.remove());

  const passes = (sql: string) =>
    guardSql(sql, [{ schema: 'public', name: 'homes' }], 'public').then(
      () => true,
      () => false,
    );

  /** Empty when PostgreSQL itself refuses the query. */
  const relationsRead = (sql: string) =>
    shop.admin.query(`explain (format json) ${sql}`).then(
      ({ rows }) => relationsOf(rows),
      () => [],
    );

  test('lets nothing read another table, and much that does not', async () => {
    const maker = new QueryMaker();
    const queries = [...new Set(Array.from({ length: 1500 }, () => maker.query()))];
    let shadowing = 0;
    for (const sql of queries) {
      if (!(await passes(sql))) continue;
      const relations = await relationsRead(sql);
      expect([sql, relations.filter((name) => name !== 'homes')]).toEqual([sql, []]);
      if (relations.length > 0 && /\bvault t/.test(sql)) shadowing += 1;
    }
    expect(shadowing).toBeGreaterThan(20);
  });
});
