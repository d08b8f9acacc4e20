import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

describeOnEachDatabase('calls that the database does not count', (suite) => {
  let service: TestService;
  let provider: LoopbackProvider;

  beforeAll(async () => {
    provider = await startLoopbackProvider({ text: 'Yes.', usage: { input: 10, output: 5 } });
    service = await startTestService({}, suite.settings);
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await service.call('POST', '/projects', { name: 'shop' });
    await service.call('POST', '/projects/shop/agents', { name: 'desk', model, params: { builtin: 'off' } });
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  const ask = () =>
    service.call('POST', '/projects/shop/agents/desk/completions', { messages: [{ role: 'user', content: 'Well?' }] });
  const spent = async () => (await service.call('GET', '/projects/shop/spending')).body.today.tokens;

  it('are the last, and are counted once it can', async () => {
    expect([(await ask()).status, await spent()]).toEqual([200, 15]);
    await sql`alter table token_use rename to token_use_away`.execute(suite.database);
    await ask();
    const asked = provider.asked.length;
    expect(asked).toBe(2);
    expect((await ask()).status).toBe(500);
    expect(provider.asked.length).toBe(asked);
    await sql`alter table token_use_away rename to token_use`.execute(suite.database);
    expect(await spent()).toBe(15 * asked);
    await service.call('PUT', '/projects/shop', { limits: { tokens_a_day: 30 } });
    expect((await ask()).body).toMatchObject({ code: 'tokens_used_up', used: 15 * asked });
  });
});
