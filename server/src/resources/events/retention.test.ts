import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { readConfig } from '../../config.ts';
import { transact } from '../../platform/db/transact.ts';
import { EventLog } from '../../platform/journal/event-log.ts';
import { selectBounds } from '../../platform/journal/store.ts';
import { serviceStream } from '../../platform/journal/stream.ts';
import { forgetOldEvents } from './retention.ts';

describeOnEachDatabase('the retention of events', (suite) => {
  test('deletes what is older than the setting, and goes on counting', async () => {
    const log = new EventLog();
    const event = { type: 'sibyl.limit.hit', project: null, subject: 'limits/rate_limited', data: {} } as const;
    const write = () => transact(suite.database, async (transaction) => log.write(transaction, event));
    for (let count = 0; count < 3; count++) await write();
    const old = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString();
    await suite.database
      .updateTable('events')
      .set({ time: old } as object)
      .where('sequence', '<', 3)
      .execute();

    await forgetOldEvents({ database: suite.database, config: readConfig({ SIBYL_EVENT_RETENTION_DAYS: '7' }) });

    expect(await selectBounds(suite.database, serviceStream)).toEqual({ oldest: 3, last: 3 });
    await write();
    expect(await selectBounds(suite.database, serviceStream)).toEqual({ oldest: 3, last: 4 });
  });
});
