import { createRandom } from '@sibyl/engine/random.ts';
import { expect, it, vi } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startTestService } from '../../../../test/service.ts';
import { csv, textOf } from '../../../../test/watched-rent.ts';

const random = createRandom(33);
const drawRow = () => {
  const calls = Math.floor(40 * random());
  return { calls, months: Math.floor(30 * random()), left: random() < 0.1 + calls / 80 ? 'yes' : 'no' };
};
const asked = (count: number) => Array.from({ length: count }, drawRow).map(({ left: _, ...inputs }) => inputs);

describeLongOnPostgres('a watched model that answers by another threshold', (suite) => {
  it('goes on in its windows, and the former answers raise no alarm', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T10:00:00Z') });
    const service = await startTestService({}, suite.settings);
    try {
      const project = `/projects/${await service.project()}`;
      const model = `${project}/models/churn`;
      const lines = textOf(Array.from({ length: 2000 }, drawRow));
      await service.call('POST', `${project}/tables?name=people`, lines, csv);
      const body = { name: 'churn', target: 'left', from: { table: 'people' }, options: { effort: 'quick' } };
      await service.call('POST', `${project}/models`, body);
      await service.until(model, (answer) => answer.body.status === 'complete');
      await service.call('PUT', model, { monitor: {} });
      const predict = async (count: number) =>
        expect((await service.call('POST', `${model}/predict`, asked(count))).status).toBe(200);
      const windows = async () => (await service.call('GET', `${model}/monitor`)).body.windows;
      const end = async (day: string) => {
        await windows();
        vi.setSystemTime(Date.parse(day));
        const isJudged = ({ body: { windows: all } }: { body: { windows: { is_complete: boolean }[] } }) =>
          all.every(({ is_complete }) => is_complete);
        await service.until(`${model}/monitor`, isJudged);
      };
      await predict(300);
      await end('2026-01-06T10:00:00Z');
      await predict(200);
      let isChanged = false;
      const change = service.call('PUT', model, { threshold: 0.2 }).finally(() => {
        isChanged = true;
      });
      let counted = 200;
      for (; !isChanged; counted += 20) {
        await predict(20);
        await windows();
      }
      expect((await change).body.options.threshold).toBe(0.2);
      await predict(200);
      counted += 200;
      expect((await windows()).map(({ rows }: { rows: number }) => rows)).toEqual([300, counted]);
      await end('2026-01-07T10:00:00Z');
      await predict(300);
      await end('2026-01-08T10:00:00Z');
      const judged = await windows();
      expect(judged.map(({ rows }: { rows: number }) => rows)).toEqual([300, counted, 300]);
      const drifts = judged.map(({ answers }: { answers: { drift: { is_drift: boolean } | null } }) => answers.drift);
      expect(drifts).toMatchObject([{ is_drift: false }, null, { is_drift: false, rows: 300 }]);
      expect((await service.call('GET', model)).body.alarms).toEqual([]);
    } finally {
      vi.useRealTimers();
      await service.stop();
    }
  });
});
