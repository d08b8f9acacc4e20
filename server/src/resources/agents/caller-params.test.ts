import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { meetParams } from './caller-params.ts';

it.each([
  [{ max_output_tokens: 20 }, { max_output_tokens: 100_000 }, { max_output_tokens: 20 }],
  [{ max_output_tokens: 20 }, { max_output_tokens: 5 }, { max_output_tokens: 5 }],
  [
    { timeout_ms: 2000, max_steps: 3 },
    { timeout_ms: 120_000, max_steps: 9 },
    { timeout_ms: 2000, max_steps: 3 },
  ],
  [{ max_calls_per_step: 1, max_input_tokens: 2000 }, { max_calls_per_step: 9, max_input_tokens: 9000 }, null],
  [{}, { max_output_tokens: 100, temperature: 1 }, { max_output_tokens: 100, temperature: 1 }],
  [{ grounding: 'require' }, { grounding: 'off' }, { grounding: 'require' }],
  [{ grounding: 'off' }, { grounding: 'require' }, { grounding: 'require' }],
  [{}, { grounding: 'off' }, { grounding: 'mark' }],
  [{ reasoning: 'low' }, { reasoning: 'high' }, { reasoning: 'low' }],
  [{ reasoning: 'low' }, { reasoning: 'none' }, { reasoning: 'none' }],
  [{ temperature: 0.1, builtin: 'off' }, { temperature: 0.9 }, { temperature: 0.9, builtin: 'off' }],
] as const)('of an agent with %j, who asks with %j lowers limits only', (agent, own, met) => {
  for (const role of ['predictor', 'viewer'] as const) expect(meetParams(agent, own, { role })).toEqual(met ?? agent);
  for (const role of ['editor', 'admin'] as const)
    expect(meetParams(agent, own, { role })).toEqual({ ...agent, ...own });
});

let service: TestService;
let provider: LoopbackProvider;
let admin: Record<string, string>;

beforeAll(async () => {
  const environment = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
  [service, provider] = await Promise.all([startTestService(environment), startLoopbackProvider()]);
  admin = await keyOf('admin');
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await service.call('POST', '/projects', { name: 'hall' }, admin);
  const agent = { name: 'desk', model, params: { max_output_tokens: 20 } };
  await service.call('POST', '/projects/hall/agents', agent, admin);
});
async function keyOf(role: string): Promise<Record<string, string>> {
  const { body } = await service.call('POST', '/api/keys', { name: role, role }, admin);
  return { authorization: `Bearer ${body.secret}` };
}
afterAll(() => Promise.all([service.stop(), provider.stop()]));

it.each([
  ['viewer', 20],
  ['predictor', 20],
  ['editor', 5000],
])('the role %s asks for at most %i tokens by every door', async (role, most) => {
  const key = await keyOf(role);
  const messages = [{ role: 'user', content: 'Hello?' }];
  for (const [path, asked] of [
    ['/projects/hall/agents/desk/completions', { messages, params: { max_output_tokens: 5000 } }],
    ['/v1/chat/completions', { model: 'hall/desk', messages, max_tokens: 5000 }],
    ['/v1/messages', { model: 'hall/desk', messages, max_tokens: 5000 }],
    ['/v1/responses', { model: 'hall/desk', input: 'Hello?', max_output_tokens: 5000, store: false }],
  ] as const) {
    const answer = await service.call('POST', path, asked, key);
    expect(answer.status, answer.text).toBe(200);
    expect(provider.asked.at(-1)?.body.max_tokens).toBe(most);
  }
});
