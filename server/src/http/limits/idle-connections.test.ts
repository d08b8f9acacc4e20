import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SIBYL_IDLE_TIMEOUT_MS: '1000' });
});
afterAll(() => service.stop());

test('a request that has come whole is answered however long the service works on it', { tags: 'long' }, async () => {
  const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b';
  const body = { sql: endless, timeout_ms: 3000 };
  expect(await service.call('POST', '/projects/default/query', body)).toMatchObject({
    status: 422,
    body: { code: 'query_time_limit' },
  });
});

test('a connection on which nothing comes is cut', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    'POST /projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
});
