import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { encodeJson } from '../../../platform/db/json.ts';

const cities = ['Oslo', 'Bergen', 'Hamar'];
const dayMs = 86_400_000;
const csv = { 'content-type': 'text/csv' };
let seed = 7;
function random(): number {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
}

function drawRow(shift = 0) {
  const [size, city] = [Math.round(40 + 100 * random()) + shift, cities[Math.floor(3 * random())]];
  return { size, city, price: 20 * size + 300 * cities.indexOf(city) + Math.round(200 * random()) };
}

const inputsOf = ({ size, city }: ReturnType<typeof drawRow>) => ({ size, city });
const text = (rows: object[]) =>
  [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))].map((line) => line.join(',')).join('\n');

describeLongOnPostgres('a watched model', (suite) => {
  let service: TestService;
  let model: string;
  let project: string;

  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
    project = `/projects/${await service.project()}`;
    model = `${project}/models/rent`;
    const rows = Array.from({ length: 500 }, () => drawRow());
    await service.call('POST', `${project}/tables?name=homes`, text(rows), csv);
    const body = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, body);
    await service.until(model, (answer) => answer.body.status === 'complete');
  });
  afterAll(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  const predict = async (rows: object[]) => {
    const answer = await service.call('POST', `${model}/predict`, rows);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Record<string, number>[];
  };
  const monitor = async () => (await service.call('GET', `${model}/monitor`)).body;

  it('is not watched unless somebody wants it, and says what cannot be', async () => {
    await predict([inputsOf(drawRow())]);
    expect(await monitor()).toMatchObject({ monitor: null, windows: [], alarms: [] });
    const truths = await service.call('POST', `${model}/truths`, [{ id: 'a', price: 1 }]);
    expect([truths.status, truths.body.code]).toEqual([409, 'wrong_state']);
    const wrong = await service.call('PUT', model, { monitor: { exclude: ['city', 'ctiy'] } });
    expect([wrong.status, wrong.body.errors?.[0].pointer]).toEqual([400, '/monitor/exclude/1']);
    const empty = await service.call('PUT', model, {});
    expect(empty.status).toBe(400);
  });

  it('counts each answered row once at every door, and no refused one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T10:00:00Z') });
    const on = await service.call('PUT', model, { monitor: { exclude: ['city'], sample_rows: 50 } });
    expect(on.body.monitor, on.text).toEqual({
      enabled: true,
      window: 'day',
      sample_rows: 50,
      exclude: ['city'],
      id_column: null,
      shadow: false,
    });
    const rows = (count: number) => Array.from({ length: count }, () => inputsOf(drawRow()));
    await predict(rows(1));
    await predict([{ ...rows(1)[0], __service_row_id: 'r1' }]);
    await predict(rows(300)); // from its bytes
    await predict(rows(6000)); // in a thread
    const params = { data: rows(10), params: { explain: true } };
    expect((await service.call('POST', `${model}/predict`, params)).status).toBe(200);
    expect((await service.call('POST', `${model}/predict`, text(rows(20)), csv)).status).toBe(200);
    const lines = rows(30)
      .map((row) => JSON.stringify(row))
      .join('\n');
    const sent = await service.call('POST', `${model}/predict`, lines, { 'content-type': 'application/x-ndjson' });
    expect(sent.status).toBe(200);
    const refused = await service.call('POST', `${model}/predict`, [...rows(2), { size: 'large' }]);
    expect(refused.status).toBe(400);
    const batch = await service.call('POST', `${model}/predictions`, { from: { table: 'homes' } });
    await service.until(`${model}/predictions/${batch.body.id}`, (answer) => answer.body.status === 'complete');
    const tried = [
      await service.call('POST', `${model}/predict`, { data: rows(2), params: { record: false, explain: true } }),
      await service.call('POST', `${model}/predict`, { data: rows(6000), params: { record: false } }),
      await service.call('POST', `${model}/predict?record=false`, text(rows(20)), csv),
      await service.call('POST', `${project}/query`, { sql: "select * from predict('rent', (select * from homes))" }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { windows } = await monitor();
    expect(windows).toHaveLength(1);
    expect(windows[0]).toMatchObject({ start: '2026-01-05T00:00:00.000Z', is_complete: false, drawn: 1000 });
    expect(windows[0].rows).toBe(1 + 1 + 300 + 6000 + 10 + 20 + 30 + 500);
    expect(windows[0].columns.map((one: { column: string }) => one.column).toSorted()).toEqual(['city', 'size']);
  });

  it('joins truths by ID and by cells, late and again, each once', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ ...drawRow(), __service_row_id: `t${index}` }));
    const early = { id: 't0', price: rows[0].price };
    const first = await service.call('POST', `${model}/truths`, early);
    expect(first.body).toEqual({ received: 1, joined: 0, waiting: 1 });
    vi.setSystemTime(Date.parse('2026-01-06T10:00:00Z'));
    await monitor(); // what was seen of the first day is written before the second begins
    await predict(rows.map(({ price: _, ...asked }) => asked));
    const byId = rows.slice(0, 30).map(({ price, __service_row_id }) => ({ __service_row_id, price }));
    for (const _ of [1, 2]) {
      const { body } = await service.call('POST', `${model}/truths`, byId);
      expect(body).toEqual({ received: 30, joined: 30, waiting: 0 });
    }
    const byCells = rows.slice(30).map(({ __service_row_id: _, ...row }) => row);
    const cells = await service.call('POST', `${model}/truths`, byCells);
    expect(cells.body, cells.text).toEqual({ received: 10, joined: 10, waiting: 0 });
    const { windows, truths, alarms } = await monitor();
    expect(truths).toEqual({ joined: 40, waiting: 0 });
    const day = windows.at(-1);
    expect(day).toMatchObject({ rows: 40, truths: 40, start: '2026-01-06T00:00:00.000Z' });
    const figures = Object.fromEntries(day.live.map((one: { metric: string }) => [one.metric, one]));
    expect(Math.abs(figures.mae.value - figures.mae.training)).toBeLessThan(4 * figures.mae.standard_error + 10);
    expect(figures.coverage.value).toBeGreaterThan(0.7);
    expect(alarms).toEqual([]);
    const wrong = await service.call('POST', `${model}/truths`, [{ id: 't1', price: 'dear' }]);
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/0/price']);
  });

  it('joins truths by an `id` that predicting passed over, and says by what they must be named', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({ ...drawRow(), id: `passed ${index}` }));
    const data = rows.map(({ price: _, ...asked }) => asked);
    const asked = { data, params: { unknown_columns: 'ignore' } };
    expect((await service.call('POST', `${model}/predict`, asked)).status).toBe(200);
    const truths = rows.map(({ id, price }) => ({ id, price }));
    const { body } = await service.call('POST', `${model}/truths`, truths);
    expect(body).toEqual({ received: 5, joined: 5, waiting: 0 });
    const nameless = await service.call('POST', `${model}/truths`, [{ order: 7, price: 3000 }]);
    expect([nameless.status, nameless.body.errors?.[0].pointer]).toEqual([400, '/0']);
    const stranger = await service.call('POST', `${model}/truths`, [{ id: 't1', price: 3000, colour: 'red' }]);
    expect([stranger.status, stranger.body.errors?.[0].pointer], stranger.text).toEqual([400, '/0/colour']);
    expect(nameless.body.detail).toMatch(/`__service_row_id` or `id`.*set `monitor.id_column` to `order`/);
  });

  it('takes back an absurd truth without a trace, and refuses what no sum can hold', async () => {
    const send = (truths: object) => service.call('POST', `${model}/truths`, truths);
    const shown = async () => (await monitor()).windows.at(-1).live;
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
    const { id } = (await service.call('GET', model)).body;
    await sql`insert into monitor_truths (model_id, row_id, truth, created_at)
      with recursive made(up) as (select 1 union all select up + 1 from made where up < 100000)
      select ${id}, 'made-up-' || up, '1', ${new Date().toISOString()} from made`.execute(suite.database);
    const refused = await service.call('POST', `${model}/truths`, { id: 'unknown', price: 1 });
    expect(refused.body, refused.text).toMatchObject({
      code: 'too_many_records',
      limit: 100_000,
      limit_name: 'waiting_truths',
    });
    const joined = await service.call('POST', `${model}/truths`, { id: 't1', price: 3000 });
    expect(joined.body).toEqual({ received: 1, joined: 1, waiting: 0 });
    expect((await monitor()).truths).toMatchObject({ waiting: 100_000 });
    await suite.database.deleteFrom('monitor_truths').where('row_id', 'like', 'made-up-%').execute();
  });

  it('raises one alarm for rows that are not like those of training, and one for what truths show', async () => {
    vi.setSystemTime(Date.parse('2026-01-07T10:00:00Z'));
    await monitor();
    const rows = Array.from({ length: 300 }, (_, index) => ({ ...drawRow(60), __service_row_id: `s${index}` }));
    await predict(rows.map(({ price: _, ...asked }) => asked));
    await monitor();
    const dear = rows.map(({ price, __service_row_id }) => ({ __service_row_id, price: price + 3000 }));
    await service.call('POST', `${model}/truths`, dear);
    const { id } = (await service.call('GET', model)).body;
    const ofDeleted = { model_id: id, version: 99, window_start: '2026-01-01', window_end: '2026-01-02', rows: 1 };
    await suite.database
      .insertInto('monitor_windows')
      .values({ ...ofDeleted, picks: null, sketch: encodeJson({}), verdict: null })
      .execute();
    vi.setSystemTime(Date.parse('2026-01-07T10:00:00Z') + dayMs);
    const isJudged = ({ body }: { body: { windows: { is_complete: boolean }[] } }) =>
      body.windows.every(({ is_complete }) => is_complete);
    const { body } = await service.until(`${model}/monitor`, isJudged);
    const causes = body.alarms.map(({ cause }: { cause: string }) => cause).toSorted();
    expect(causes).toEqual(['accuracy_dropped', 'coverage_lost', 'drift']);
    const left = suite.database.selectFrom('monitor_windows').select('version').where('version', '=', 99);
    expect(await left.execute()).toEqual([]);
    const drifted = body.windows.at(-1).columns.filter(({ is_drift }: { is_drift: boolean }) => is_drift);
    expect(drifted.map(({ column }: { column: string }) => column)).toEqual(['size']);
    expect(body.windows.at(-1).together.columns[0]).toBe('size');
    for (const cause of causes) {
      const events = await service.call('GET', `${project}/events?type=sibyl.model.${cause}`);
      expect(events.body, events.text).toHaveLength(1);
    }
  });

  it('has a report for those who sign, as a page that loads nothing and as JSON', async () => {
    const page = await service.call('GET', `${model}/report`, undefined, { accept: 'text/html' });
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'");
    for (const part of ['<h1>rent</h1>', 'coverage lost', 'MAE', 'training time', 'table homes'])
      expect(page.text).toContain(part);
    expect(page.text).not.toMatch(/<script|https?:|r2_score|median_ae/);
    const { body } = await service.call('GET', `${model}/report`, undefined, { accept: 'application/json' });
    expect(body).toMatchObject({ model: { name: 'rent' }, description: { target: 'price' }, challenger: null });
  });

  it('answers an agent that is asked whether the model is still good', async () => {
    const skill = { name: 'rents', type: 'predict', params: { models: ['rent'] } };
    await service.call('POST', `${project}/skills`, skill);
    await service.call('POST', `${project}/agents`, { name: 'desk', skills: ['rents'] });
    const messages = [{ role: 'user', content: 'Is the rent model still good?' }];
    const { body, text: said } = await service.call('POST', `${project}/agents/desk/completions`, { messages });
    expect(body.message?.content, said).toMatch(/^Version 1 of model rent needs a look: 3 alarms are open.*mae/);
  });

  it('ends alarms at a switch, raises none of a version that no longer answers, and judges one that answers again', async () => {
    vi.setSystemTime(Date.parse('2026-01-12T10:00:00Z'));
    await monitor();
    await predict(Array.from({ length: 200 }, () => inputsOf(drawRow(60))));
    await service.call('POST', `${model}/retrain`, {});
    await service.until(model, ({ body }) => body.active_version === 2 && body.status === 'complete');
    expect((await monitor()).alarms).toEqual([]);
    vi.setSystemTime(Date.parse('2026-01-13T10:00:00Z'));
    const { body } = await service.until(`${model}/monitor`, (answer) => answer.body.windows.at(-1).is_complete);
    expect([body.windows.at(-1), body.alarms]).toMatchObject([{ version: 1, columns: [{ is_drift: true }, {}] }, []]);
    const drifts = async () => (await service.call('GET', `${project}/events?type=sibyl.model.drift`)).body.length;
    const before = await drifts();
    const back = await service.call('PUT', model, { active_version: 1 });
    const causes = back.body.alarms.map(({ cause }: { cause: string }) => cause).toSorted();
    expect(causes, back.text).toEqual(['accuracy_dropped', 'coverage_lost', 'drift']);
    expect((await drifts()) - before).toBe(1);
  });

  it('is asked on after another model of its skill was deleted, which is named', async () => {
    const other = { name: 'size', target: 'size', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, other);
    await service.until(`${project}/models/size`, (answer) => answer.body.status === 'complete');
    await service.call('PUT', `${project}/skills/rents`, { params: { models: ['rent', 'size'] } });
    const ask = async (content: string) => {
      const messages = [{ role: 'user', content }];
      return (await service.call('POST', `${project}/agents/desk/completions`, { messages })).body.message.content;
    };
    expect(await ask('Is the size model still good?')).toMatch(/^The model size is not monitored/);
    await service.call('DELETE', `${project}/models/size`);
    expect(await ask('Is the rent model still good?')).toMatch(/^Version 1 of model rent/);
    const gone = /no model size/;
    expect(await ask('Is size ok?')).toMatch(gone);
    expect(await ask('Where are the dragons?')).toMatch(gone);
    await service.call('PUT', model, { monitor: { enabled: false } });
    expect(await ask('Should I retrain rent?')).toMatch(/switched off/);
    await service.call('PUT', model, { monitor: { enabled: true } });
  });

  it('compares late truths with the classes of the version that answered', { tags: 'long' }, async () => {
    const kinds = `${project}/models/kinds`;
    const table = (names: string[]) =>
      text(Array.from({ length: 120 }, (_, x) => ({ x, kind: names[Math.floor((x * names.length) / 120)] })));
    const answersAs = (version: number) =>
      service.until(kinds, ({ body }) => body.version === version && body.status === 'complete');
    await service.call('POST', `${project}/tables?name=kinds`, table(['cat', 'dog']), csv);
    const body = { name: 'kinds', target: 'kind', from: { table: 'kinds' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, body);
    await answersAs(1);
    await service.call('PUT', kinds, { monitor: {} });
    const asked = Array.from({ length: 10 }, (_, id) => ({ x: 12 * id + 6, __service_row_id: id }));
    const { body: answers } = await service.call('POST', `${kinds}/predict`, asked);
    await service.call('POST', `${project}/tables/kinds/rows`, table(['ant', 'cat', 'dog']), csv);
    await service.call('POST', `${kinds}/retrain`, {});
    const { body: second } = await answersAs(2);
    expect(second.active_version).toBe(2);
    const truths = answers.map(({ kind }: { kind: string }, id: number) => ({ id, kind }));
    const told = await service.call('POST', `${kinds}/truths`, truths);
    expect(told.body, told.text).toEqual({ received: 10, joined: 10, waiting: 0 });
    const { windows } = (await service.call('GET', `${kinds}/monitor`)).body;
    expect(windows[0]).toMatchObject({ version: 1, truths: 10, live: [{ metric: 'accuracy', value: 1 }, {}] });
    const spelt = [' CAT ', 'elephant', 'elefant', 'Dog'].map((kind) => ({ x: 5, kind }));
    const odd = await service.call('POST', `${kinds}/truths`, spelt);
    const unseen_classes = { count: 2, examples: ['elephant', 'elefant'] };
    expect(odd.body, odd.text).toEqual({ received: 4, joined: 4, waiting: 0, unseen_classes });
  });

  it('says in which rows it errs more', async () => {
    const small = 80;
    vi.setSystemTime(Date.parse('2026-01-20T10:00:00Z'));
    await monitor();
    const later = Array.from({ length: 200 }, (_, index) => ({ ...drawRow(), __service_row_id: `u${index}` }));
    await predict(later.map(({ price: _, ...asked }) => asked));
    const costs = ({ size, price }: { size: number; price: number }) => price + (size < small ? 900 : 0);
    const told = later.map((row, index) =>
      index < 150 ? { id: row.__service_row_id, price: costs(row) } : { ...inputsOf(row), price: costs(row) },
    );
    expect((await service.call('POST', `${model}/truths`, told)).body.joined).toBe(200);
    const { body: errors } = await service.call('GET', `${model}/monitor/errors`);
    expect(errors).toMatchObject({ metric: 'mae', truths: 200, from: '2026-01-20T00:00:00.000Z' });
    const [{ column, parts }, other] = errors.columns;
    expect([column, other.column]).toEqual(['size', 'city']);
    for (const { up_to, above, is_worse } of parts)
      if ((up_to ?? 140) < small || above > small) expect(is_worse).toBe((up_to ?? 140) < small);
    expect(other.parts.map(({ is_worse }: { is_worse: boolean }) => is_worse)).toEqual([false, false, false]);
  });

  it('raises what truths show that came before their rows', async () => {
    vi.setSystemTime(Date.parse('2026-01-24T10:00:00Z'));
    await service.call('PUT', model, { monitor: { exclude: ['city'] } });
    const later = Array.from({ length: 60 }, (_, index) => ({ ...drawRow(), __service_row_id: `v${index}` }));
    const truths = later.map(({ __service_row_id: id, price }) => ({ id, price: price + 5000 }));
    const { body } = await service.call('POST', `${model}/truths`, truths);
    expect(body).toEqual({ received: 60, joined: 0, waiting: 60 });
    await predict(later.map(({ price: _, ...asked }) => asked));
    const { alarms } = await monitor();
    expect(alarms.map(({ cause }: { cause: string }) => cause)).toContain('accuracy_dropped');
  });

  it('shows the rows that are kept, the newest window first, without columns that are excluded now', async () => {
    const rows = async (query: string) => (await service.call('GET', `${model}/monitor/sample${query}`)).body.rows;
    const [newest] = await rows('?limit=1');
    expect(newest).toMatchObject({ window_start: '2026-01-24T00:00:00.000Z', prediction: expect.any(Number) });
    expect(newest.row).toEqual({ size: expect.any(Number), __service_row_id: expect.any(String), id: null });
    expect(newest.lower).toBeLessThan(newest.upper);
    expect(await rows('?to=2000-01-01T00:00:00Z')).toEqual([]);
    await service.call('PUT', model, { monitor: { exclude: ['size'] } });
    for (const { row } of await rows('?from=2026-01-20T00:00:00Z'))
      expect(row).toEqual({ city: null, __service_row_id: expect.any(String), id: null });
  });

  it('forgets everything with `monitor: null`', async () => {
    const off = await service.call('PUT', model, { monitor: null });
    expect(off.body.monitor).toBeNull();
    await predict([inputsOf(drawRow())]);
    expect(await monitor()).toMatchObject({ windows: [], alarms: [], truths: { joined: 0, waiting: 0 } });
  });
});
