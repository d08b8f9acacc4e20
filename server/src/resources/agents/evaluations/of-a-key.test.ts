import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

describeOnEachDatabase('an evaluation that a key began', (suite) => {
  let service: TestService;
  let provider: LoopbackProvider;
  let admin: Record<string, string>;
  const at = '/projects/office/agents';

  beforeAll(async () => {
    const fallback = { text: 'It is 3.', usage: { input: 10, output: 5 } };
    provider = await startLoopbackProvider(fallback);
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }, suite.settings);
    admin = (await keyOf({ name: 'root', role: 'admin' })).headers;
    await service.call('POST', '/projects', { name: 'office' }, admin);
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await service.call('POST', at, { name: 'desk', model }, admin);
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  async function keyOf(key: object) {
    const { body } = await service.call('POST', '/api/keys', key, admin);
    return { id: body.id as string, headers: { authorization: `Bearer ${body.secret}` } };
  }
  const questions = Array.from({ length: 12 }, (_, index) => ({ question: `${index}?`, expected: { value: 3 } }));
  const begin = (name: string, headers: Record<string, string>) =>
    service.call('POST', `${at}/desk/evaluations`, { name, questions }, headers);
  const ended = (name: string) =>
    service.until(`${at}/desk/evaluations/${name}`, ({ body }) => /complete|failed/.test(body.status), admin);

  it('spends the tokens of that key, and ends with them', async () => {
    const { id, headers } = await keyOf({ name: 'thrifty', role: 'editor', tokens_a_day: 60 });
    expect((await begin('dear', headers)).status).toBe(201);
    const { body } = await ended('dear');
    expect([body.status, body.error]).toEqual(['failed', expect.stringMatching(/^The key has used \d+ of its 60/)]);
    expect(body.done).toBeLessThanOrEqual(4);
    const spent = await service.call('GET', `/projects/office/spending?key=${id}`, undefined, admin);
    expect(spent.body.days).toMatchObject([{ calls: body.done, input_tokens: 10 * body.done }]);
    expect((await ended('dear')).body.done).toBe(body.done);
  });

  it('ends when that key is revoked', async () => {
    const { id, headers } = await keyOf({ name: 'brief', role: 'editor' });
    const before = provider.asked.length;
    const { promise: after, resolve: goOn } = Promise.withResolvers<void>();
    provider.script({ text: 'It is 3.' }, { text: 'It is 3.', after });
    await begin('orphan', headers);
    await vi.waitFor(() => expect(provider.asked.length).toBe(before + 2), 10_000);
    expect((await service.call('DELETE', `/api/keys/${id}`, undefined, admin)).status).toBe(204);
    goOn();
    const { body } = await ended('orphan');
    expect([body.status, body.error]).toEqual(['failed', expect.stringContaining('The key was revoked')]);
    expect(provider.asked.length).toBeLessThanOrEqual(before + 2);
  });
});
