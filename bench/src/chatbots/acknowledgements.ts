import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, waitUntil } from '../process/ready.ts';
import type { Goal } from '../report/goal.ts';
import type { Sibyl } from '../service/sibyl.ts';

const secret = 'a secret of twenty-four characters';
const messages = 200;
const atOnce = 20;
const agentMs = 5000;

/** A language model that takes seconds, and a receiver for the bot's answers. */
async function startSlowPeer(): Promise<{ url: string; stop(): void }> {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'At last.' } }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url?.endsWith('/chat/completions')) await pause(agentMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'slow', choices, usage }));
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Measures how fast a platform's webhook is acknowledged while the agent takes seconds: signed HTTP, many at once. */
export async function measureAcknowledgements({ base, process }: Sibyl): Promise<Goal[]> {
  const peer = await startSlowPeer();
  const project = `${base}/projects/slow`;
  const model = { provider: 'openai_compatible', model_name: 'slow', base_url: `${peer.url}/v1`, api_key: 'none' };
  await post(`${base}/projects`, { name: 'slow' });
  await post(`${project}/agents`, { name: 'thinker', model });
  const channel = { type: 'webhook', reply_url: `${peer.url}/answers`, secret };
  const bot = { name: 'bot', agent: 'thinker', channel, is_running: true };
  const { id } = (await post(`${project}/chatbots`, bot)) as { id: string };
  await waitUntil(process, 30, async () => {
    const record = (await (await fetch(`${project}/chatbots/bot`)).json()) as { status: string };
    return record.status === 'running';
  });
  const times: number[] = [];
  const say = async (chat: number) => {
    for (let said = 0; said < messages / atOnce; said++)
      times.push(await acknowledge(`${base}/api/channels/${id}/webhook`, chat));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, chat) => say(chat)));
  peer.stop();
  const slowest = Math.max(...times);
  const what = `slowest of ${messages} webhooks, ${atOnce} at once, agent ${agentMs / 1000} s`;
  return [{ what, measured: slowest, bound: 'at most', goal: 1000, unit: ' ms' }];
}

async function acknowledge(url: string, chat: number): Promise<number> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const body = JSON.stringify({ conversation: `chat ${chat}`, text: 'Hello?', user: { id: `user ${chat}` } });
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  const begun = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`the webhook answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - begun;
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
