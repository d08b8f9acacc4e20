/** A visitor's stream continues only while the page may show the chatbot and the chatbot runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const origin = 'https://shop.example.com';
const bots = '/projects/here/chatbots';
const moved = { type: 'webhook', reply_url: 'http://127.0.0.1:9/', secret: 'a-secret-of-twenty-four-letters' };
let service: TestService;
let count = 0;
/** A language model that never answers. */
const silent = createServer(() => {});

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  await service.call('POST', '/projects', { name: 'here' });
  const base_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const model = { provider: 'openai_compatible', model_name: 'silent', base_url, api_key: 'sk-some' };
  await service.call('POST', '/projects/here/agents', { name: 'desk', model });
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await service.stop();
});

/** Opens a visitor's stream that waits for an answer. */
async function openVisit() {
  count += 1;
  const name = `bot_${count}`;
  const channel = { type: 'web', allowed_origins: [origin] };
  const { body } = await service.call('POST', bots, { name, agent: 'desk', channel, is_running: true });
  await service.until(`${bots}/${name}`, (answer) => answer.body.status === 'running');
  const base = `/api/channels/${body.id}`;
  const visit = await service.call('POST', `${base}/visits`, {}, { origin });
  const headers = { origin, authorization: `Bearer ${visit.body.token}` };
  await service.call('POST', `${base}/messages`, { id: 'message-1', text: 'When do you open?' }, headers);
  const response = await fetch(`${service.url}${base}/stream`, { headers });
  const state = { status: response.status, text: '', isOpen: true };
  const read = async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) state.text += piece;
  };
  read()
    .catch(() => {})
    .finally(() => {
      state.isOpen = false;
    });
  await expect.poll(() => state.text).toContain('When do you open?');
  expect(state).toMatchObject({ status: 200, isOpen: true });
  const listen = () => fetch(`${service.url}${base}/stream`, { headers });
  return { name, state, listen };
}

const changes: Record<string, (name: string) => Promise<unknown>> = {
  'its origin is allowed no longer': (name) =>
    service.call('PUT', `${bots}/${name}`, { channel: { type: 'web', allowed_origins: [] } }),
  'its chatbot moves to another channel': (name) => service.call('PUT', `${bots}/${name}`, { channel: moved }),
  'its chatbot is deleted': (name) => service.call('DELETE', `${bots}/${name}`),
};

it.each(Object.entries(changes))('the stream of a widget breaks off when %s', async (_change, change) => {
  const { name, state } = await openVisit();
  const { text } = state;
  expect(await change(name)).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  await expect.poll(() => state.isOpen).toBe(false);
  expect(state.text).toBe(text);
});

it('the stream of a widget ends when its chatbot is stopped', async () => {
  const { name, state } = await openVisit();
  await service.call('POST', `${bots}/${name}/stop`);
  await expect.poll(() => state.isOpen).toBe(false);
  expect(state.text).toContain('{"type":"end"}');
});

it('the stream of a widget goes on through a change that takes nothing from its page', async () => {
  const { name, state } = await openVisit();
  const channel = { type: 'web', allowed_origins: ['https://other.example.com', origin] };
  await service.call('PUT', `${bots}/${name}`, { channel });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(state.isOpen).toBe(true);
});

it('a visitor holds ten streams and no more, and has room again when one ends', async () => {
  const { listen } = await openVisit();
  const streams = await Promise.all(Array.from({ length: 12 }, listen));
  const [open, refused] = [200, 429].map((status) => streams.filter((stream) => stream.status === status));
  expect([open.length, refused.length]).toEqual([9, 3]);
  expect(await refused[0].json()).toMatchObject({
    code: 'rate_limited',
    limit_name: 'visitor_streams',
    limit: 10,
  });
  await open[0].body?.cancel();
  await expect.poll(async () => (await listen()).status).toBe(200);
  await openVisit(); // of another visitor
});
