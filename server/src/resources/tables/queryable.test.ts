import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
  const names = [...Array.from({ length: 25 }, (_, index) => `t${index}`), 'last-one', 'Last'];
  for (const [index, name] of names.entries()) {
    const made = await service.call('POST', `/projects/${project}/tables?name=${name}`, `a\n${index}\n`, {
      'content-type': 'text/csv',
    });
    expect(made.status).toBe(201);
  }
});
afterAll(() => service.stop());

const query = (sql: string) => service.call('POST', `/projects/${project}/query`, { sql });

it.each([
  ['by its name', 'SELECT a FROM t24', 24],
  ['in other case', 'SELECT a FROM LAST', 26],
  ['with a hyphen, in quotes', 'SELECT a FROM "last-one"--"t1"', 25],
  ['beside another, without a space', 'SELECT "last-one".a+0 AS a FROM"last-one",t1', 25],
])('reads a table that stands behind many others, %s', async (_, sql, value) => {
  const answer = await query(sql);
  expect(answer.body.rows).toEqual([{ a: value }]);
});

it('names some tables, not all of a thousand, when there is none of the name', async () => {
  const { status, body } = await query('SELECT a FROM nothing');
  expect(status).toBe(422);
  expect(body.detail).toContain('its tables are: t0, t1, ');
});
