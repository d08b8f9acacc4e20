import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../../test/databases.ts';
import { csv, drawRow, inputsOf, textOf, trainRent } from '../../../../../test/watched-rent.ts';
import { encodeJson } from '../../../../platform/db/json.ts';
import { decodePicks } from '../store.ts';
import { at } from '../stored-pick.ts';

describeLongOnPostgres('rows that are kept of a watched model', (suite) => {
  const rent = trainRent(suite, { exclude: ['city'], sample_rows: 50 });

  it('shows the rows that are kept, the newest window first, without columns that are excluded now', async () => {
    const rows = async (query: string) =>
      (await rent.service.call('GET', `${rent.model}/monitor/sample${query}`)).body.rows;
    const asked = (day: number) => ({ ...inputsOf(drawRow()), __service_row_id: `on ${day}` });
    for (const day of [20, 24]) {
      await rent.at(`2026-01-${day}T10:00:00Z`);
      await rent.predict(Array.from({ length: 60 }, () => asked(day)));
    }
    expect(await rows('?limit=200')).toHaveLength(100);
    const [newest] = await rows('?limit=1');
    expect(newest).toMatchObject({ window_start: '2026-01-24T00:00:00.000Z', prediction: expect.any(Number) });
    expect(newest.row).toEqual({ size: expect.any(Number), __service_row_id: expect.any(String), id: null });
    expect(newest.lower).toBeLessThan(newest.upper);
    expect(await rows('?to=2000-01-01T00:00:00Z')).toEqual([]);
    await rent.service.call('PUT', rent.model, { monitor: { exclude: ['size'] } });
    for (const { row } of await rows('?from=2026-01-20T00:00:00Z'))
      expect(row).toEqual({ city: null, __service_row_id: expect.any(String), id: null });
  });

  it('knows cells by the names that they had, also of an ID that is another one now', async () => {
    const model = `${rent.project}/models/doors`;
    const lines = Array.from({ length: 60 }, (_, at) => ({ width: at % 9, owner: `P-${at}`, price: 10 * (at % 9) }));
    await rent.service.call('POST', `${rent.project}/tables?name=doors`, textOf(lines), csv);
    const options = { effort: 'quick', ignore: ['owner'] };
    const body = { name: 'doors', target: 'price', from: { table: 'doors' }, options };
    await rent.service.call('POST', `${rent.project}/models`, body);
    await rent.service.until(model, (answer) => answer.body.status === 'complete');
    const watch = async (monitor: object) =>
      expect((await rent.service.call('PUT', model, { monitor })).body.monitor).toMatchObject(monitor);
    const shown = async () =>
      (await rent.service.call('GET', `${model}/monitor/sample`)).body.rows.map(({ row }: { row: object }) => row);
    const others = { __service_row_id: null, id: null };
    await watch({ id_column: 'owner' });
    const asked = { data: [{ width: 3, owner: 'P-7' }] };
    expect((await rent.service.call('POST', `${model}/predict`, asked)).status).toBe(200);
    expect(await shown()).toEqual([{ width: 3, owner: 'P-7', ...others }]);
    await watch({ id_column: null });
    expect(await shown()).toEqual([{ width: 3, owner: 'P-7', ...others }]);
    await watch({ exclude: ['owner'] });
    expect(await shown()).toEqual([{ width: 3, ...others }]);
    const { picks } = await suite.database
      .selectFrom('monitor_windows')
      .innerJoin('models', 'models.id', 'monitor_windows.model_id')
      .select('picks')
      .where('models.name', '=', 'doors')
      .executeTakeFirstOrThrow();
    const before = decodePicks(picks);
    before.picks[0][at.cells] = JSON.stringify([3, 'P-7', null, null]); // as releases before kept it
    await suite.database
      .updateTable('monitor_windows')
      .set({ picks: encodeJson(before) })
      .execute();
    expect(await shown()).toEqual([{ width: 3 }]);
  });
});
