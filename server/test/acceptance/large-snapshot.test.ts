// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../service.ts';

const models = '/projects/default/models';

async function startService(queryTimeoutMs: number) {
  const service = await startTestService({ SIBYL_QUERY_TIMEOUT_MS: String(queryTimeoutMs) });
  onTestFinished(() => service.stop());
  return service;
}

/** Sorts a hundred million rows by hash, which takes far longer than the limit of queries. */
const slow = 'SELECT range AS a, hash(range) % 7 AS b FROM range(100000000) ORDER BY hash(range)';

test('a training reads longer than a query may take, tells how far it is, and can be cancelled', async () => {
  const service = await startService(2000);
  const body = { name: 'slow', target: 'b', from: { sql: slow }, options: { time_budget_seconds: 600 } };
  // The query is not executed for its column names: the sort alone would exceed two seconds.
  expect(await service.call('POST', models, body)).toMatchObject({ status: 201 });
  await service.until(`${models}/slow`, (answer) => answer.body.status === 'training');
  await new Promise((resolve) => setTimeout(resolve, 3000)); // longer than the limit of a query
  expect((await service.call('GET', `${models}/slow`)).body).toMatchObject({ status: 'training' });
  expect(await service.call('POST', `${models}/slow/cancel`)).toMatchObject({ status: 200 });
  expect((await service.call('GET', `${models}/slow`)).body).toMatchObject({ status: 'cancelled' });

  const streamed = { ...body, name: 'streamed', from: { sql: slow.replace(/ ORDER.*/, '') } };
  await service.call('POST', models, streamed);
  const told = await service.until(`${models}/streamed`, (answer) => answer.body.progress?.rows_read > 0);
  expect(told.body.progress).toMatchObject({ phase: 'reading the source' });
  await service.call('POST', `${models}/streamed/cancel`);
});

test('a snapshot that may not take longer says which budget it ran out of', async () => {
  const service = await startService(1000);
  const body = { name: 'slow', target: 'b', from: { sql: slow }, options: { time_budget_seconds: 2 } };
  await service.call('POST', models, body);
  const { body: ended } = await service.until(`${models}/slow`, (answer) => answer.body.status === 'failed');
  expect(ended.error).toBe(
    'Reading the rows takes longer than the 2 s that the training has for it (options.time_budget_seconds).',
  );
});
