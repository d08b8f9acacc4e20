import { expect, it, vi } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { drawRow, inputsOf, trainRent } from '../../../../test/watched-rent.ts';

describeLongOnPostgres('a watched model whose database is away', (suite) => {
  const rent = trainRent(suite, {});
  const rename = (from: string, to: string) => suite.database.schema.alterTable(from).renameTo(to).execute();

  it('counts the rows of a window that ended meanwhile in that window', async () => {
    const ask = (count: number) => rent.predict(Array.from({ length: count }, () => inputsOf(drawRow())));
    await rent.at('2026-02-01T23:00:00Z');
    await ask(40);
    await rename('monitor_parts', 'parts_away');
    try {
      vi.setSystemTime(Date.parse('2026-02-02T01:00:00Z'));
      expect((await rent.service.call('GET', `${rent.model}/monitor`)).status).toBe(500);
      await ask(10);
      expect((await rent.service.call('GET', `${rent.model}/monitor`)).status).toBe(500);
    } finally {
      await rename('parts_away', 'monitor_parts');
    }
    const { windows } = await rent.monitor('?from=2026-02-01T00:00:00Z');
    expect(windows.map(({ start, rows }: { start: string; rows: number }) => [start.slice(0, 10), rows])).toEqual([
      ['2026-02-01', 40],
      ['2026-02-02', 10],
    ]);
  });
});
