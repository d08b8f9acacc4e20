import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
let provider: LoopbackProvider;
let admin: Record<string, string>;
beforeAll(async () => {
  [service, provider] = await Promise.all([
    startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }),
    startLoopbackProvider(),
  ]);
  admin = await keyOf('root', 'admin');
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

async function keyOf(name: string, role: string): Promise<Record<string, string>> {
  const { body } = await service.call('POST', '/api/keys', { name, role }, admin);
  return { authorization: `Bearer ${body.secret}` };
}

it.each([
  ['its key is revoked', 'DELETE', '/api/keys/late', 204],
  ['its secret is replaced', 'POST', '/api/keys/late/rotate', 200],
])('says nothing once %s while its last call runs', async (_, method, gone, done) => {
  await service.call('POST', '/projects', { name: 'hall' }, admin);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await service.call('POST', '/projects/hall/agents', { name: 'desk', model }, admin);
  const asking = await keyOf('late', 'predictor');
  const before = provider.asked.length;
  const { promise: after, resolve: goOn } = Promise.withResolvers<void>();
  provider.script({ text: 'The safe is open.', after });
  const body = { messages: [{ role: 'user', content: 'Is it?' }] };
  const answering = service.call('POST', '/projects/hall/agents/desk/completions', body, asking);
  await vi.waitFor(() => expect(provider.asked.length).toBe(before + 1), 5000);
  expect((await service.call(method, gone, undefined, admin)).status).toBe(done);
  goOn();
  const { status, body: refusal } = await answering;
  expect([status, refusal.code]).toEqual([401, 'unauthenticated']);
  expect(JSON.stringify(refusal)).not.toContain('safe');
  await service.call('DELETE', '/api/keys/late', undefined, admin);
});

it.each([
  ['its key is revoked', '/api/keys/asking', [401, 'unauthenticated']],
  ['its project is in the trash', '/projects/office?cascade=true', [404, 'project_not_found']],
  ['its agent is in the trash', '/projects/office/agent/desk', [404, 'agent_not_found']],
])('asks the language model no further once %s', async (_, gone, answer) => {
  await service.call('POST', '/projects', { name: 'office' }, admin);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await service.call('POST', '/projects/office/agents', { name: 'desk', model }, admin);
  const asking = await keyOf('asking', 'predictor');
  const before = provider.asked.length;
  const { promise: after, resolve: goOn } = Promise.withResolvers<void>();
  provider.script({ tools: [{ name: 'anything', input: {} }], after }, { text: 'Done.' });
  const body = { messages: [{ role: 'user', content: 'Which is it?' }] };
  const answering = service.call('POST', '/projects/office/agents/desk/completions', body, asking);
  await vi.waitFor(() => expect(provider.asked.length).toBe(before + 1), 5000);
  expect((await service.call('DELETE', gone, undefined, admin)).status).toBe(204);
  goOn();
  const { status, body: refusal } = await answering;
  expect([status, refusal.code, provider.asked.length - before]).toEqual([...answer, 1]);
  await service.call('DELETE', '/projects/office?cascade=true&permanently=true', undefined, admin);
  await service.call('DELETE', '/api/keys/asking', undefined, admin);
});

it('ends a stream within moments of the end of its agent, and lets go of the language model', async () => {
  await service.call('POST', '/projects', { name: 'attic' }, admin);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await service.call('POST', '/projects/attic/agents', { name: 'desk', model }, admin);
  const before = provider.asked.length;
  provider.script({ text: 'One two three.', afterMs: 60_000 });
  const body = { messages: [{ role: 'user', content: 'Count' }] };
  const answering = service.call('POST', '/projects/attic/agents/desk/completions/stream', body, admin);
  await vi.waitFor(() => expect(provider.asked.length).toBe(before + 1), 5000);
  expect((await service.call('DELETE', '/projects/attic/agent/desk', undefined, admin)).status).toBe(204);
  expect((await answering).text).toContain('agent_not_found');
  expect(await provider.asked[before].closed).toBe('gone');
});
