import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { drawRow, inputsOf, trainRent } from '../../../../test/watched-rent.ts';

describeLongOnPostgres('customers who are predicted each month under one ID', (suite) => {
  const rent = trainRent(suite, {});
  const homes = Array.from({ length: 40 }, (_, place) => ({ ...drawRow(), id: `c${place}` }));

  async function predictOn(moment: string): Promise<void> {
    await rent.at(moment);
    const data = homes.map((home) => ({ ...inputsOf(home), id: home.id }));
    const asked = { data, params: { unknown_columns: 'ignore' } };
    const { status, text } = await rent.service.call('POST', `${rent.model}/predict`, asked);
    expect(status, text).toBe(200);
  }

  const truths = (more: object = {}, off = 0) => homes.map(({ id, price }) => ({ id, price: price + off, ...more }));
  const tell = async (rows: object) => {
    const { status, body, text } = await rent.service.call('POST', `${rent.model}/truths`, rows);
    return status === 200 ? [body.joined, body.waiting] : `${status} ${body.errors?.[0].pointer} ${text}`;
  };

  /** By window: its number of truths, and their mean error as far as a whole 100. */
  async function known(): Promise<Record<string, [number, number]>> {
    const { windows } = await rent.monitor();
    return Object.fromEntries(
      windows
        .filter(({ truths }: { truths: number }) => truths > 0)
        .map(
          ({ start, truths, live }: { start: string; truths: number; live: { metric: string; value: number }[] }) => [
            start.slice(0, 10),
            // Without a minus before 0
            [truths, Math.round(live.find(({ metric }) => metric === 'bias')!.value / 100) || 0],
          ],
        ),
    );
  }

  it('keep the truths of each month, sent once or twice, and those of the newest prediction by default', async () => {
    await predictOn('2026-01-10T10:00:00Z');
    await rent.at('2026-02-09T10:00:00Z');
    expect(await tell(truths())).toEqual([40, 0]);
    await predictOn('2026-02-10T10:00:00Z');
    expect(await known()).toEqual({ '2026-01-10': [40, 0] });
    for (const _ of [1, 2]) expect(await tell(truths({}, 1000))).toEqual([40, 0]);
    expect(await known()).toEqual({ '2026-01-10': [40, 0], '2026-02-10': [40, 10] });
  });

  it('may be told of late, and corrected, by the month, day or moment of the prediction', async () => {
    await predictOn('2026-03-10T10:00:00Z');
    expect(await tell(truths({ predicted_at: '2026-01' }, 2000))).toEqual([40, 0]);
    expect(await tell(truths({ predicted_at: '2026-02-10' }, 3000))).toEqual([40, 0]);
    const months = { '2026-01-10': [40, 20], '2026-02-10': [40, 30] };
    expect(await known()).toEqual(months);
    expect(await tell(truths({ predicted_at: '2026-03-10T11:00:00+01:00' }, 4000))).toEqual([40, 0]);
    expect(await tell(truths({ predicted_at: '2026-03-10 10:00:00' }, 5000))).toEqual([40, 0]);
    expect(await known()).toEqual({ ...months, '2026-03-10': [40, 50] });
    const [home] = homes;
    const both = [
      { id: home.id, price: home.price + 90_000, predicted_at: '2026-03' },
      { id: home.id, price: home.price + 5000, predicted_at: null },
    ];
    expect(await tell(both)).toEqual([1, 0]); // the last one for a prediction counts
    expect(await known()).toEqual({ ...months, '2026-03-10': [40, 50] });
  });

  it('are waited for by the time that is named, and by nothing else', async () => {
    await rent.at('2026-04-20T10:00:00Z');
    const [first, second] = homes;
    const early = [
      { id: first.id, price: first.price, predicted_at: '2026-04-20' },
      { id: first.id, price: first.price, predicted_at: '2025-12' },
      { id: second.id, price: second.price, predicted_at: '2026-03-11' },
    ];
    for (const _ of [1, 2]) expect(await tell(early)).toEqual([0, 3]);
    await predictOn('2026-04-20T11:00:00Z');
    expect((await known())['2026-04-20'][0]).toBe(1);
    expect((await rent.monitor()).truths).toEqual({ joined: 121, waiting: 2 });
    await predictOn('2026-04-20T12:00:00Z');
    expect(await tell(truths())).toEqual([40, 0]); // two predictions in one window are one row
    expect((await rent.monitor()).truths).toEqual({ joined: 160, waiting: 2 });
  });

  it('are named by a time that can be read, has begun, and belongs to an ID', async () => {
    const [{ id, price }] = homes;
    for (const predicted_at of ['last month', '2026-13', '2026-02-30', 202601, '2026-02-10T25:00:00Z'])
      expect(await tell([{ id, price, predicted_at }])).toMatch(/^400 \/0\/predicted_at .*wrong_format/);
    expect(await tell([{ id, price, predicted_at: '2027-01' }])).toMatch(/^400 \/0\/predicted_at .*out_of_range/);
    const byCells = { ...inputsOf(homes[0]), price };
    expect(await tell([{ ...byCells, predicted_at: '2026-03' }])).toMatch(/^400 \/0\/predicted_at .*not_allowed/);
    expect(await tell([{ ...byCells, predicted_at: null }])).toEqual([1, 0]);
  });

  it('keep what the release before wrote under the ID alone', async () => {
    const before = await known();
    for (const table of ['monitor_answers', 'monitor_truths'] as const)
      await sql`update ${sql.table(table)} set row_id = substr(row_id, 1, 22)
        where window_start = '2026-04-20T00:00:00.000Z' and row_id not like 'row:%'`.execute(suite.database);
    for (const _ of [1, 2]) expect(await tell(truths({}, 6150))).toEqual([40, 0]);
    expect(await known()).toEqual({ ...before, '2026-04-20': [41, 60] });
    expect(await tell(truths({ predicted_at: '2026-04' }, 7175))).toEqual([40, 0]);
    await predictOn('2026-05-10T10:00:00Z');
    expect(await tell(truths({}, 8000))).toEqual([40, 0]);
    expect(await known()).toEqual({ ...before, '2026-04-20': [41, 70], '2026-05-10': [40, 80] });
  });
});
