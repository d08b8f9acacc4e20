import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { trainRent } from '../../../../test/watched-rent.ts';

describeLongOnPostgres('a model that is watched no more', (suite) => {
  const rent = trainRent(suite);

  it('keeps nothing of rows and truths that come at the same moment', async () => {
    const watch = async (monitor: object | null) =>
      expect((await rent.service.call('PUT', rent.model, { monitor })).status).toBe(200);
    const rows = Array.from({ length: 500 }, (_, at) => ({ size: 40 + (at % 90), city: 'Oslo' }));
    const truths = rows.map((row) => ({ ...row, price: 2000 }));
    for (let time = 0; time < 12; time += 1) {
      await watch({});
      await rent.predict(rows);
      const sent = [truths, rows.map((_, at) => ({ id: at, price: 3 }))].map((body) =>
        rent.service.call('POST', `${rent.model}/truths`, body),
      );
      await new Promise((resolve) => setTimeout(resolve, 8 * time));
      await watch(null);
      for (const { status } of await Promise.all(sent)) expect([200, 409]).toContain(status);
      expect(await rent.monitor()).toMatchObject({ windows: [], truths: { joined: 0, waiting: 0 } });
    }
  });
});
