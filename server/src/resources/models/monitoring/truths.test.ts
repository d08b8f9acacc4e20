import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { csv, drawRow, inputsOf, textOf, trainRent } from '../../../../test/watched-rent.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { errorsOf } from './tally.ts';

describeLongOnPostgres('truths of a watched model', (suite) => {
  const rent = trainRent(suite, { exclude: ['city'] });

  it('joins truths by ID and by cells, late and again, each once', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ ...drawRow(), __service_row_id: `t${index}` }));
    const early = { id: 't0', price: rows[0].price };
    const first = await rent.service.call('POST', `${rent.model}/truths`, early);
    expect(first.body).toEqual({ received: 1, joined: 0, waiting: 1 });
    await rent.at('2026-01-06T10:00:00Z');
    await rent.predict(rows.map(({ price: _, ...asked }) => asked));
    const byId = rows.slice(0, 30).map(({ price, __service_row_id }) => ({ __service_row_id, price }));
    for (const _ of [1, 2]) {
      const { body } = await rent.service.call('POST', `${rent.model}/truths`, byId);
      expect(body).toEqual({ received: 30, joined: 30, waiting: 0 });
    }
    const byCells = rows.slice(30).map(({ __service_row_id: _, ...row }) => row);
    const cells = await rent.service.call('POST', `${rent.model}/truths`, byCells);
    expect(cells.body, cells.text).toEqual({ received: 10, joined: 10, waiting: 0 });
    const { windows, truths, alarms } = await rent.monitor();
    expect(truths).toEqual({ joined: 40, waiting: 0 });
    const day = windows.at(-1);
    expect(day).toMatchObject({ rows: 40, truths: 40, start: '2026-01-06T00:00:00.000Z' });
    const figures = Object.fromEntries(day.live.map((one: { metric: string }) => [one.metric, one]));
    expect(Math.abs(figures.mae.value - figures.mae.training)).toBeLessThan(4 * figures.mae.standard_error + 10);
    expect(figures.coverage.value).toBeGreaterThan(0.7);
    expect(alarms).toEqual([]);
    const wrong = await rent.service.call('POST', `${rent.model}/truths`, [{ id: 't1', price: 'dear' }]);
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/0/price']);
  });

  it('joins truths by an `id` that predicting passed over, and says by what they must be named', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({ ...drawRow(), id: `passed ${index}` }));
    const data = rows.map(({ price: _, ...asked }) => asked);
    const asked = { data, params: { unknown_columns: 'ignore' } };
    expect((await rent.service.call('POST', `${rent.model}/predict`, asked)).status).toBe(200);
    const truths = rows.map(({ id, price }) => ({ id, price }));
    const { body } = await rent.service.call('POST', `${rent.model}/truths`, truths);
    expect(body).toEqual({ received: 5, joined: 5, waiting: 0 });
    const nameless = await rent.service.call('POST', `${rent.model}/truths`, [{ order: 7, price: 3000 }]);
    expect([nameless.status, nameless.body.errors?.[0].pointer]).toEqual([400, '/0']);
    const stranger = await rent.service.call('POST', `${rent.model}/truths`, [
      { id: 't1', price: 3000, colour: 'red' },
    ]);
    expect([stranger.status, stranger.body.errors?.[0].pointer], stranger.text).toEqual([400, '/0/colour']);
    expect(nameless.body.detail).toMatch(/`__service_row_id` or `id`.*set `monitor.id_column` to `order`/);
  });

  it('takes back an absurd truth without a trace, and refuses what no sum can hold', async () => {
    const send = (truths: object) => rent.service.call('POST', `${rent.model}/truths`, truths);
    const shown = async () => (await rent.monitor()).windows.at(-1).live;
    await send({ id: 't1', price: 3000 });
    const before = await shown();
    await send({ id: 't1', price: 1e20 });
    expect((await shown())[0].value).toBeGreaterThan(1e17);
    await send({ id: 't1', price: 3000 });
    expect(await shown()).toEqual(before);
    const odd = { toString: 1 };
    const refused = [
      [[{ id: 't1', price: 1e100 }], '/0/price'],
      [[{ id: 't1', price: '-1e61' }], '/0/price'],
      [[{ id: 't1', price: odd }], '/0/price'],
      [[{ id: odd, price: 3000 }], '/0/id'],
      [
        [
          { id: 't1', price: 3000 },
          { city: 'Oslo', size: odd, price: 3000 },
        ],
        '/1/size',
      ],
    ] as const;
    for (const [truths, pointer] of refused) {
      const { status, body, text: said } = await send(truths);
      expect([status, body.errors?.[0].pointer], said).toEqual([400, pointer]);
    }
    expect(await shown()).toEqual(before);
  });

  it('lets only so many truths wait', async () => {
    const { id } = (await rent.service.call('GET', rent.model)).body;
    await sql`insert into monitor_truths (model_id, row_id, truth, created_at)
      with recursive made(up) as (select 1 union all select up + 1 from made where up < 100000)
      select ${id}, 'made-up-' || up, '1', ${new Date().toISOString()} from made`.execute(suite.database);
    const refused = await rent.service.call('POST', `${rent.model}/truths`, { id: 'unknown', price: 1 });
    expect(refused.body, refused.text).toMatchObject({
      code: 'too_many_records',
      limit: 100_000,
      limit_name: 'waiting_truths',
    });
    const joined = await rent.service.call('POST', `${rent.model}/truths`, { id: 't1', price: 3000 });
    expect(joined.body).toEqual({ received: 1, joined: 1, waiting: 0 });
    expect((await rent.monitor()).truths).toMatchObject({ waiting: 100_000 });
    await suite.database.deleteFrom('monitor_truths').where('row_id', 'like', 'made-up-%').execute();
  });

  it('raises what truths show that came before their rows', async () => {
    await rent.at('2026-01-24T10:00:00Z');
    const later = Array.from({ length: 60 }, (_, index) => ({ ...drawRow(), __service_row_id: `v${index}` }));
    const truths = later.map(({ __service_row_id: id, price }) => ({ id, price: price + 5000 }));
    const { body } = await rent.service.call('POST', `${rent.model}/truths`, truths);
    expect(body).toEqual({ received: 60, joined: 0, waiting: 60 });
    await rent.predict(later.map(({ price: _, ...asked }) => asked));
    const { alarms } = await rent.monitor();
    expect(alarms.map(({ cause }: { cause: string }) => cause)).toContain('accuracy_dropped');
  });

  it('compares late truths with the classes of the version that answered', {
    tags: 'long',
    timeout: 20_000,
  }, async () => {
    const kinds = `${rent.project}/models/kinds`;
    const table = (names: string[]) =>
      textOf(Array.from({ length: 120 }, (_, x) => ({ x, kind: names[Math.floor((x * names.length) / 120)] })));
    const answersAs = (version: number) =>
      rent.service.until(kinds, ({ body }) => body.version === version && body.status === 'complete');
    await rent.service.call('POST', `${rent.project}/tables?name=kinds`, table(['cat', 'dog']), csv);
    const body = { name: 'kinds', target: 'kind', from: { table: 'kinds' }, options: { effort: 'quick' } };
    await rent.service.call('POST', `${rent.project}/models`, body);
    await answersAs(1);
    await rent.service.call('PUT', kinds, { monitor: {} });
    const asked = Array.from({ length: 10 }, (_, id) => ({ x: 12 * id + 6, __service_row_id: id }));
    const { body: answers } = await rent.service.call('POST', `${kinds}/predict`, asked);
    await rent.service.call('POST', `${rent.project}/tables/kinds/rows`, table(['ant', 'cat', 'dog']), csv);
    await rent.service.call('POST', `${kinds}/retrain`, {});
    const { body: second } = await answersAs(2);
    expect(second.active_version).toBe(2);
    const truths = answers.map(({ kind }: { kind: string }, id: number) => ({ id, kind }));
    const told = await rent.service.call('POST', `${kinds}/truths`, truths);
    expect(told.body, told.text).toEqual({ received: 10, joined: 10, waiting: 0 });
    const { windows } = (await rent.service.call('GET', `${kinds}/monitor`)).body;
    expect(windows[0]).toMatchObject({ version: 1, truths: 10, live: [{ metric: 'accuracy', value: 1 }, {}] });
    const spelt = [' CAT ', 'elephant', 'elefant', 'Dog'].map((kind) => ({ x: 5, kind }));
    const odd = await rent.service.call('POST', `${kinds}/truths`, spelt);
    const unseen_classes = { count: 2, examples: ['elephant', 'elefant'] };
    expect(odd.body, odd.text).toEqual({ received: 4, joined: 4, waiting: 0, unseen_classes });
  });

  it('adds up thousands of errors of all sizes without a standstill, and shows those of a window without rows', async () => {
    await rent.at('2026-02-01T10:00:00Z');
    const size = (row: number) => (row % 2 ? 1 : -1) * 2 ** (14 + (94 * (row % 5000)) / 5000);
    const truths = Array.from({ length: 10_000 }, (_, row) => ({ ...inputsOf(drawRow()), price: size(row) }));
    const before = process.cpuUsage();
    const told = await rent.service.call('POST', `${rent.model}/truths`, truths);
    const { user } = process.cpuUsage(before);
    expect(told.body, told.text).toEqual({ received: 10_000, joined: 10_000, waiting: 0 });
    expect(user / 1e6).toBeLessThan(15); // a copy of the sums for each truth took a minute
    const { windows, truths: counted } = await rent.monitor('?from=2026-02-01T00:00:00Z');
    const day = { start: '2026-02-01T00:00:00.000Z', end: '2026-02-02T00:00:00.000Z', rows: 0, truths: 10_000 };
    expect(windows).toEqual([expect.objectContaining({ ...day, columns: [], is_complete: false })]);
    expect(windows[0].live.length).toBeGreaterThan(3);
    expect(counted).toEqual({ joined: 10_000, waiting: expect.any(Number) });
    expect((await rent.monitor('?to=2026-01-01T00:00:00Z')).truths.joined).toBe(0);
    const { tally } = await suite.database
      .selectFrom('monitor_live')
      .select('tally')
      .where('window_start', '=', '2026-02-01T00:00:00.000Z')
      .executeTakeFirstOrThrow();
    const errors = errorsOf(decodeJson(tally!));
    expect(errors.length).toBeLessThanOrEqual(1000);
    expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
    const corrected = await rent.service.call('POST', `${rent.model}/truths`, { ...truths[0], price: 5 });
    expect(corrected.body.joined).toBe(1);
  });
});
