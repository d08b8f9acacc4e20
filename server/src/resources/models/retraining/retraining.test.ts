import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { eventually } from '../../../../test/service-process.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { tellLoss } from './growth.ts';

const csv = { 'content-type': 'text/csv' };
const line = (index: number, extra: number) =>
  `${index % 41},${index % 7},${20 * (index % 41) - 10 * (index % 7) + extra + ((index * 37) % 50)}`;
const table = (rows: number, extra = 0) =>
  `size,age,price\n${Array.from({ length: rows }, (_, index) => line(index, extra)).join('\n')}\n`;

describeLongOnPostgres('a model that is retrained by itself', (suite) => {
  let service: TestService;
  let project: string;
  let model: string;

  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
    project = `/projects/${await service.project()}`;
    model = `${project}/models/rent`;
    await service.call('POST', `${project}/tables?name=homes`, table(150), csv);
    const body = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, body);
    await service.until(model, (answer) => answer.body.status === 'complete');
  });
  afterAll(() => service.stop());

  const versionIs = (number: number) => (answer: { body: { version: number; status: string } }) =>
    answer.body.version === number && answer.body.status === 'complete';
  const challenger = async () => (await service.call('GET', `${model}/challenger`)).body;

  it.each([
    [{ cron: 'often' }, '/schedule/cron'],
    [{ cron: '* * * * *' }, '/schedule/cron'],
    [{ cron: '0 3 * * *', time_zone: 'Berlin' }, '/schedule/time_zone'],
    [{ time_zone: 'Europe/Berlin', after_rows: 3 }, '/schedule/time_zone'],
    [{ after_rows: 1e300 }, '/schedule/after_rows'],
    [{}, '/schedule'],
  ])('has no schedule %j', async (schedule, pointer) => {
    const { status, body } = await service.call('PUT', model, { schedule });
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('learns from rows that were appended, and answers by them if that is better', async () => {
    const schedule = { cron: '0 3 * * *', time_zone: 'Europe/Berlin', after_rows: 100 };
    const set = await service.call('PUT', model, { schedule, policy: 'better' });
    expect(set.body, set.text).toMatchObject({ schedule, policy: 'better' });
    await service.call('POST', `${project}/tables/homes/rows`, table(120, 2000), csv);
    await service.until(model, versionIs(2));
    const settled = await challenger();
    expect(settled, JSON.stringify(settled)).toMatchObject({
      decision: 'activated',
      compared: { loss: 'mae', rows: 60, is_seen: false },
      champion: { version: 1 },
      challenger: { version: 2, active: true },
    });
    expect(settled.compared.gain).toBeGreaterThan(3 * settled.compared.standard_error);
  });

  it('grows on from what answers, where there is something new', async () => {
    const known = await service.call('POST', `${model}/update`);
    expect(known.body, known.text).toMatchObject({ status: 409, code: 'wrong_state' });
    expect(known.body.detail).toMatch(/homes has not changed since/);
    await service.call('PUT', model, { schedule: null, policy: null });
    await service.call('POST', `${project}/tables/homes/rows`, table(90, 2000), csv);
    const queued = await service.call('POST', `${model}/update`, {});
    expect(queued.body, queued.text).toMatchObject({ version: 3, grown_from: 2, options: { effort: 'quick' } });
    const { body: grown } = await service.until(model, versionIs(3));
    expect(grown).toMatchObject({ active_version: 3, row_count: 360 });
    // A retraining can have a policy of its own.
    expect((await service.call('POST', `${model}/retrain`, { policy: 'ask' })).body.grown_from).toBe(null);
    const { body: waiting } = await service.until(model, versionIs(4));
    expect(waiting).toMatchObject({ active_version: 3, policy: null });
    expect(await challenger()).toMatchObject({
      decision: 'waiting',
      challenger: { version: 4 },
      champion: { version: 3 },
    });
  });

  it('deletes no version that waits, or that begins to answer meanwhile', async () => {
    await service.call('POST', `${model}/retrain`, { policy: 'better' });
    const refused = await service.call('DELETE', `${model}.4`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/^Version 4 waits/)]);
    for (const version of [1, 2]) {
      const answers = await Promise.all([
        service.call('PUT', model, { active_version: version }),
        service.call('DELETE', `${model}.${version}`),
      ]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual(answers.map(({ status }) => status));
      expect((await service.call('POST', `${model}/predict`, [{ size: 3, age: 2 }])).status).toBe(200);
    }
    await service.call('PUT', model, { active_version: 3 });
    await service.until(model, versionIs(5));
  });

  it('learns at once from rows that came before the schedule was set', async () => {
    const { version } = (await service.call('GET', model)).body;
    await service.call('PUT', model, { schedule: null, policy: null });
    await service.call('POST', `${project}/tables/homes/rows`, table(30, 2000), csv);
    await service.call('PUT', model, { schedule: { after_rows: 30 } });
    await service.until(model, versionIs(version + 1));
    await service.call('PUT', model, { schedule: null });
  });

  it('waits for new rows where only the clock says so', async () => {
    const { version } = (await service.call('GET', model)).body;
    const events = async () => (await service.call('GET', `${project}/events?type=sibyl.model.queued`)).body.length;
    const before = await events();
    const due = { cron: '0 3 * * *', since: '2020-01-01T00:00:00.000Z', rows: 0 };
    const select = suite.database.selectFrom('models').select('schedule').where('name', '=', 'rent');
    const isSettled = async () => {
      const { schedule } = await select.executeTakeFirstOrThrow();
      expect(decodeJson<{ since: string }>(schedule!).since > '2026').toBe(true);
    };
    const makeDue = () =>
      suite.database
        .updateTable('models')
        .set({ schedule: encodeJson(due) })
        .where('name', '=', 'rent')
        .execute();
    await makeDue();
    await eventually(isSettled);
    expect(await events()).toBe(before);
    await service.call('POST', `${project}/tables/homes/rows`, table(20, 2000), csv);
    await makeDue();
    await service.until(model, versionIs(version + 1));
    await service.call('PUT', model, { schedule: null });
  });

  it('answers by a forecast that knows later times, though it is not better beyond chance', async () => {
    const months = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => {
        const month = from + index;
        const time = `${2010 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}-01`;
        return `${time},${100 + month + 10 * Math.sin((month * Math.PI) / 6) + ((month * 37) % 5)}`;
      });
    const file = (rows: string[]) => `month,sold\n${rows.join('\n')}\n`;
    await service.call('POST', `${project}/tables?name=sales`, file(months(0, 60)), csv);
    const options = { order_by: 'month', horizon: 4, effort: 'quick' };
    const body = { name: 'sales', target: 'sold', from: { table: 'sales' }, options };
    await service.call('POST', `${project}/models`, body);
    const forecast = `${project}/models/sales`;
    await service.until(forecast, versionIs(1));
    await service.call('PUT', forecast, { policy: 'better' });
    await service.call('POST', `${project}/tables/sales/rows`, file(months(60, 64)), csv);
    await service.call('POST', `${forecast}/retrain`, {});
    expect((await service.until(forecast, versionIs(2))).body.active_version).toBe(2);
    const { body: settled } = await service.call('GET', `${forecast}/challenger`);
    expect(settled.decision).toBe('activated');
    expect(settled.reason).toMatch(/^Its rows end at 2015-04-01, those of the active version at 2014-12-01\./);
  });

  it('asks where it is told to, and one call goes back', { tags: 'long' }, async () => {
    const { version: former, active_version: champion } = (await service.call('GET', model)).body;
    const next = former + 1;
    const countReady = async () =>
      (await service.call('GET', `${project}/events?type=sibyl.model.challenger_ready`)).body.length;
    const before = await countReady();
    await service.call('PUT', model, { policy: 'ask' });
    const queued = await service.call('POST', `${model}/retrain`, {});
    expect(queued.status, queued.text).toBe(202);
    await service.until(model, versionIs(next));
    expect(await challenger()).toMatchObject({ decision: 'waiting', challenger: { version: next, active: false } });
    const verdicts = ['accept', 'reject', 'accept', 'reject'];
    const settled = await Promise.all(
      verdicts.map((verdict) => service.call('POST', `${model}/challenger/${verdict}`)),
    );
    expect(settled.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(settled.flatMap(({ body }) => body.code ?? [])).toEqual(Array(3).fill('wrong_state'));
    const { decision } = await challenger();
    expect((await service.call('GET', model)).body.active_version).toBe(decision === 'activated' ? next : champion);
    await service.call('PUT', model, { active_version: next });
    await service.call('PUT', model, { active_version: champion });
    expect((await service.call('GET', model)).body.active_version).toBe(champion);
    expect(await countReady()).toBe(before + 1);
  });
});

it('says when a version that grew on is worse beyond chance', () => {
  const judged = (mae: number) => ({ classes: null, accuracies: { mae }, standardErrors: { mae: 0.1 } });
  expect(tellLoss(judged(1), judged(1.2), 2)).toEqual([]);
  expect(tellLoss(judged(1), judged(1.4), 2)).toEqual([expect.stringMatching(/^Its mae is 1.40; .* 2, .*1.00/)]);
});
