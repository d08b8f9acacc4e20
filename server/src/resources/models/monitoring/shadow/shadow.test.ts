import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../../test/service.ts';

const csv = { 'content-type': 'text/csv' };
const line = (index: number, extra: number) =>
  `${index % 41},${index % 7},${20 * (index % 41) - 10 * (index % 7) + extra + ((index * 37) % 50)}`;
const table = (rows: number, extra: number) =>
  `size,age,price\n${Array.from({ length: rows }, (_, index) => line(index, extra)).join('\n')}\n`;

describeLongOnPostgres('a challenger that waits', (suite) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
  });
  afterAll(() => service.stop());

  it('answers sampled rows in the background, and truths are compared with both', async () => {
    const project = `/projects/${await service.project()}`;
    const model = `${project}/models/rent`;
    await service.call('POST', `${project}/tables?name=homes`, table(150, 0), csv);
    const body = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, body);
    await service.until(model, (answer) => answer.body.status === 'complete');
    const set = await service.call('PUT', model, { monitor: { shadow: true, exclude: ['age'] }, policy: 'ask' });
    expect(set.body.monitor, set.text).toMatchObject({ shadow: true });
    const monitor = async () => (await service.call('GET', `${model}/monitor`)).body;
    expect((await monitor()).shadow).toBeNull();
    await service.call('POST', `${project}/tables?name=homes&replace=true`, table(150, 2000), csv);
    await service.call('POST', `${model}/retrain`, {});
    await service.until(model, (answer) => answer.body.version === 2 && answer.body.status === 'complete');

    const asked = Array.from({ length: 60 }, (_, index) => ({ id: `r${index}`, size: index % 41, age: index % 7 }));
    const rows = asked.map(({ id, ...cells }) => ({ ...cells, __service_row_id: id }));
    const { body: answers } = await service.call('POST', `${model}/predict`, rows);
    const { windows } = await monitor();
    expect(windows[0].shadow).toEqual({ version: 2, drawn: 60, difference: expect.closeTo(2000, -2) });
    const price = (index: number) => Number(line(index, 2000).split(',')[2]);
    const truths = asked.map(({ id }, index) => ({ id, price: price(index) }));
    const later = truths.slice(0, 50);
    for (const some of [later, later, truths.slice(40)]) await service.call('POST', `${model}/truths`, some);
    const { shadow } = await monitor();
    expect(shadow, JSON.stringify(shadow)).toMatchObject({ version: 2, champion: 1, truths: 60 });
    const [mae, coverage] = shadow.figures;
    const own = answers.reduce(
      (sum: number, one: { price: number }, index: number) => sum + Math.abs(price(index) - one.price),
      0,
    );
    expect(mae).toMatchObject({ metric: 'mae', champion: expect.closeTo(own / 60, 5) });
    expect(mae.challenger).toBeLessThan(100);
    expect(mae.gain).toBeGreaterThan(10 * mae.standard_error);
    expect(coverage).toMatchObject({ metric: 'coverage', champion: 0, gain: null });
    expect(coverage.challenger).toBeGreaterThan(0.7);

    await service.call('POST', `${model}/challenger/accept`);
    await service.call('POST', `${model}/predict`, rows);
    const after = await monitor();
    const answered = after.windows.find(({ version }: { version: number }) => version === 2);
    expect(answered).toMatchObject({ rows: 60, shadow: null });
    expect(after.shadow).toEqual(shadow);
  });
});
