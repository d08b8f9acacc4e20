import { expect, it, vi } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { csv, drawRow, inputsOf, textOf, trainRent } from '../../../../test/watched-rent.ts';
import { encodeJson } from '../../../platform/db/json.ts';

const dayMs = 86_400_000;

describeLongOnPostgres('a watched model', (suite) => {
  const rent = trainRent(suite);

  it('is not watched unless somebody wants it, and says what cannot be', async () => {
    await rent.predict([inputsOf(drawRow())]);
    expect(await rent.monitor()).toMatchObject({ monitor: null, windows: [], alarms: [] });
    const truths = await rent.service.call('POST', `${rent.model}/truths`, [{ id: 'a', price: 1 }]);
    expect([truths.status, truths.body.code]).toEqual([409, 'wrong_state']);
    const wrong = await rent.service.call('PUT', rent.model, { monitor: { exclude: ['city', 'ctiy'] } });
    expect([wrong.status, wrong.body.errors?.[0].pointer]).toEqual([400, '/monitor/exclude/1']);
    const unknown = await rent.service.call('PUT', rent.model, { monitor: { id_column: 'order' } });
    expect(unknown.body.errors?.[0].detail).toMatch(
      /not a column of the training rows: order\. Rows may be named by `id`/,
    );
    const named = await rent.service.call('PUT', rent.model, { monitor: { id_column: 'price' } });
    expect([named.status, named.body.errors?.[0].pointer]).toEqual([400, '/monitor/id_column']);
    const empty = await rent.service.call('PUT', rent.model, {});
    expect(empty.status).toBe(400);
  });

  it('counts each answered row once at every door, and no refused one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T10:00:00Z') });
    const on = await rent.service.call('PUT', rent.model, { monitor: { exclude: ['city'], sample_rows: 50 } });
    expect(on.body.monitor, on.text).toEqual({
      enabled: true,
      window: 'day',
      sample_rows: 50,
      exclude: ['city'],
      id_column: null,
      shadow: false,
    });
    const rows = (count: number) => Array.from({ length: count }, () => inputsOf(drawRow()));
    await rent.predict(rows(1));
    await rent.predict([{ ...rows(1)[0], __service_row_id: 'r1' }]);
    await rent.predict(rows(300)); // from its bytes
    await rent.predict(rows(6000)); // in a thread
    const params = { data: rows(10), params: { explain: true } };
    expect((await rent.service.call('POST', `${rent.model}/predict`, params)).status).toBe(200);
    expect((await rent.service.call('POST', `${rent.model}/predict`, textOf(rows(20)), csv)).status).toBe(200);
    const lines = rows(30)
      .map((row) => JSON.stringify(row))
      .join('\n');
    const sent = await rent.service.call('POST', `${rent.model}/predict`, lines, {
      'content-type': 'application/x-ndjson',
    });
    expect(sent.status).toBe(200);
    const refused = await rent.service.call('POST', `${rent.model}/predict`, [...rows(2), { size: 'large' }]);
    expect(refused.status).toBe(400);
    const batch = await rent.service.call('POST', `${rent.model}/predictions`, { from: { table: 'homes' } });
    await rent.service.until(
      `${rent.model}/predictions/${batch.body.id}`,
      (answer) => answer.body.status === 'complete',
    );
    const tried = [
      await rent.service.call('POST', `${rent.model}/predict`, {
        data: rows(2),
        params: { record: false, explain: true },
      }),
      await rent.service.call('POST', `${rent.model}/predict`, { data: rows(6000), params: { record: false } }),
      await rent.service.call('POST', `${rent.model}/predict?record=false`, textOf(rows(20)), csv),
      await rent.service.call('POST', `${rent.project}/query`, {
        sql: "select * from predict('rent', (select * from homes))",
      }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { windows } = await rent.monitor();
    expect(windows).toHaveLength(1);
    expect(windows[0]).toMatchObject({ start: '2026-01-05T00:00:00.000Z', is_complete: false, drawn: 1000 });
    expect(windows[0].rows).toBe(1 + 1 + 300 + 6000 + 10 + 20 + 30 + 500);
    expect(windows[0].columns.map((one: { column: string }) => one.column).toSorted()).toEqual(['city', 'size']);
  });

  it('raises one alarm for rows that are not like those of training, and one for what truths show', async () => {
    vi.setSystemTime(Date.parse('2026-01-07T10:00:00Z'));
    await rent.monitor();
    const rows = Array.from({ length: 300 }, (_, index) => ({ ...drawRow(60), __service_row_id: `s${index}` }));
    await rent.predict(rows.map(({ price: _, ...asked }) => asked));
    await rent.monitor();
    const dear = rows.map(({ price, __service_row_id }) => ({ __service_row_id, price: price + 3000 }));
    await rent.service.call('POST', `${rent.model}/truths`, dear);
    const { id } = (await rent.service.call('GET', rent.model)).body;
    const ofDeleted = { model_id: id, version: 99, window_start: '2026-01-01', window_end: '2026-01-02', rows: 1 };
    await suite.database
      .insertInto('monitor_windows')
      .values({ ...ofDeleted, picks: null, sketch: encodeJson({}), verdict: null })
      .execute();
    vi.setSystemTime(Date.parse('2026-01-07T10:00:00Z') + dayMs);
    const isJudged = ({ body }: { body: { windows: { is_complete: boolean }[] } }) =>
      body.windows.every(({ is_complete }) => is_complete);
    const { body } = await rent.service.until(`${rent.model}/monitor`, isJudged);
    const causes = body.alarms.map(({ cause }: { cause: string }) => cause).toSorted();
    expect(causes).toEqual(['accuracy_dropped', 'coverage_lost', 'drift']);
    const left = suite.database.selectFrom('monitor_windows').select('version').where('version', '=', 99);
    expect(await left.execute()).toEqual([]);
    const drifted = body.windows.at(-1).columns.filter(({ is_drift }: { is_drift: boolean }) => is_drift);
    expect(drifted.map(({ column }: { column: string }) => column)).toEqual(['size']);
    expect(body.windows.at(-1).together.columns[0]).toBe('size');
    const kept = suite.database.selectFrom('models').select(['revision', 'alarms']).where('id', '=', id);
    const before = await kept.executeTakeFirstOrThrow();
    const corrected = [{ __service_row_id: 's0', price: rows[0].price + 9000 }];
    await rent.service.call('POST', `${rent.model}/truths`, corrected);
    const after = await kept.executeTakeFirstOrThrow();
    expect(after.alarms).not.toEqual(before.alarms);
    expect(after.revision).toBe(before.revision); // or a change that goes on meanwhile were stale
    for (const cause of causes) {
      const events = await rent.service.call('GET', `${rent.project}/events?type=sibyl.model.${cause}`);
      // The rows of the first day are drawn, and may differ by chance
      const told = events.body.filter(
        ({ data }: { data: { window_start: string } }) => data.window_start >= '2026-01-07',
      );
      expect(told, events.text).toHaveLength(1);
    }
  });

  it('has a report for those who sign, as a page that loads nothing and as JSON', async () => {
    const page = await rent.service.call('GET', `${rent.model}/report`, undefined, { accept: 'text/html' });
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'");
    for (const part of ['<h1>rent</h1>', 'coverage lost', 'MAE', 'training time', 'table homes'])
      expect(page.text).toContain(part);
    expect(page.text).not.toMatch(/<script|https?:|r2_score|median_ae/);
    const { body } = await rent.service.call('GET', `${rent.model}/report`, undefined, { accept: 'application/json' });
    expect(body).toMatchObject({ model: { name: 'rent' }, description: { target: 'price' }, challenger: null });
  });

  it('answers an agent that is asked whether the model is still good', async () => {
    const skill = { name: 'rents', type: 'predict', params: { models: ['rent'] } };
    await rent.service.call('POST', `${rent.project}/skills`, skill);
    await rent.service.call('POST', `${rent.project}/agents`, { name: 'desk', skills: ['rents'] });
    const messages = [{ role: 'user', content: 'Is the rent model still good?' }];
    const { body, text: said } = await rent.service.call('POST', `${rent.project}/agents/desk/completions`, {
      messages,
    });
    expect(body.message?.content, said).toMatch(/^Version 1 of model rent needs attention: 3 alarms are open.*mae/);
  });

  it('ends alarms at a switch, raises none of a version that no longer answers, and judges one that answers again', async () => {
    vi.setSystemTime(Date.parse('2026-01-12T10:00:00Z'));
    await rent.monitor();
    await rent.predict(Array.from({ length: 200 }, () => inputsOf(drawRow(60))));
    await rent.service.call('POST', `${rent.model}/retrain`, {});
    await rent.service.until(rent.model, ({ body }) => body.active_version === 2 && body.status === 'complete');
    expect((await rent.monitor()).alarms).toEqual([]);
    vi.setSystemTime(Date.parse('2026-01-13T10:00:00Z'));
    const { body } = await rent.service.until(
      `${rent.model}/monitor`,
      (answer) => answer.body.windows.at(-1).is_complete,
    );
    expect([body.windows.at(-1), body.alarms]).toMatchObject([{ version: 1, columns: [{ is_drift: true }, {}] }, []]);
    const drifts = async () =>
      (await rent.service.call('GET', `${rent.project}/events?type=sibyl.model.drift`)).body.length;
    const before = await drifts();
    const back = await rent.service.call('PUT', rent.model, { active_version: 1 });
    const causes = back.body.alarms.map(({ cause }: { cause: string }) => cause).toSorted();
    expect(causes, back.text).toEqual(['accuracy_dropped', 'coverage_lost', 'drift']);
    expect((await drifts()) - before).toBe(1);
  });

  it('is asked on after another model of its skill was deleted, which is named', async () => {
    const other = { name: 'size', target: 'size', from: { table: 'homes' }, options: { effort: 'quick' } };
    await rent.service.call('POST', `${rent.project}/models`, other);
    await rent.service.until(`${rent.project}/models/size`, (answer) => answer.body.status === 'complete');
    await rent.service.call('PUT', `${rent.project}/skills/rents`, { params: { models: ['rent', 'size'] } });
    const ask = async (content: string) => {
      const messages = [{ role: 'user', content }];
      return (await rent.service.call('POST', `${rent.project}/agents/desk/completions`, { messages })).body.message
        .content;
    };
    expect(await ask('Is the size model still good?')).toMatch(/^The model size is not monitored/);
    await rent.service.call('DELETE', `${rent.project}/models/size`);
    expect(await ask('Is the rent model still good?')).toMatch(/^Version 1 of model rent/);
    const gone = /no model size/;
    expect(await ask('Is size ok?')).toMatch(gone);
    expect(await ask('Where are the dragons?')).toMatch(gone);
    await rent.service.call('PUT', rent.model, { monitor: { enabled: false } });
    expect(await ask('Should I retrain rent?')).toMatch(/monitoring is off/);
    await rent.service.call('PUT', rent.model, { monitor: { enabled: true } });
  });

  it('forgets everything with `monitor: null`', async () => {
    const off = await rent.service.call('PUT', rent.model, { monitor: null });
    expect(off.body.monitor).toBeNull();
    await rent.predict([inputsOf(drawRow())]);
    expect(await rent.monitor()).toMatchObject({ windows: [], alarms: [], truths: { joined: 0, waiting: 0 } });
  });
});
