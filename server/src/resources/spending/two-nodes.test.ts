import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService } from '../../../test/service.ts';

const missing = 'missing' in inject('postgres');

it.skipIf(missing)('two nodes on one PostgreSQL count one budget', { tags: 'long' }, async () => {
  const blobs = mkdtempSync(join(tmpdir(), 'sibyl-blobs-'));
  const [{ settings, remove }, provider] = await Promise.all([createTestDatabase('postgres'), startLoopbackProvider()]);
  const environment = () => ({
    SIBYL_BLOBS_URL: `file://${blobs}`,
    SIBYL_DATA_DIR: mkdtempSync(join(tmpdir(), 'sibyl-node-')),
    SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
  });
  const one = await startTestService(environment(), settings);
  const other = await startTestService(environment(), settings);
  try {
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await one.call('POST', '/projects', { name: 'shop', limits: { tokens_a_day: 1000 } });
    await one.call('POST', '/projects/shop/agents', { name: 'desk', model });
    const ask = ({ call }: typeof one) =>
      call('POST', '/projects/shop/agents/desk/completions', { messages: [{ role: 'user', content: 'Hello' }] });
    const calls = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other));
    provider.script(...calls.map(() => ({ text: 'Yes.', usage: { input: 100, output: 25 } })));
    // At once, so that both add to the same sums at the same moment.
    const answers = await Promise.all(calls.map(ask));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    for (const node of [one, other]) {
      const { today, days } = (await node.call('GET', '/projects/shop/spending')).body;
      expect([today.tokens, days.length, days[0].calls, days[0].input_tokens]).toEqual([1000, 1, 8, 800]);
      expect((await ask(node)).body).toMatchObject({ code: 'tokens_used_up', used: 1000 });
    }
  } finally {
    await Promise.all([one.stop(), other.stop(), provider.stop()]);
    await remove();
    rmSync(blobs, { recursive: true });
  }
});
