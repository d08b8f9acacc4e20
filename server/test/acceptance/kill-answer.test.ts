// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { startLoopback } from '../loopback.ts';
import { eventually, makeDirectory, startProcess } from '../service-process.ts';

const settings = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
const desk = '/api/projects/default/agents/desk';

/** A language model that answers the first question and none after it. */
async function startOnce() {
  const asked: string[] = [];
  const server = await startLoopback(({ body }, response) => {
    asked.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choices = [{ index: 0, delta: { content: 'Well, ' }, finish_reason: asked.length === 1 ? 'stop' : null }];
    response.write(`data: ${JSON.stringify({ id: '1', created: 1, model: 'some', choices })}\n\n`);
    if (asked.length === 1) response.end('data: [DONE]\n\n');
  });
  onTestFinished(() => server.stop());
  return { server, asked };
}

test('a question whose answer a kill ended has a failed answer after the start', async () => {
  const { server, asked } = await startOnce();
  const directory = makeDirectory();
  const first = startProcess(directory, settings);
  const model = { provider: 'openai_compatible', model_name: 'some', base_url: `${server.url}/v1`, api_key: 'sk-1' };
  const params = { builtin: 'off', grounding: 'off' };
  await first.call('POST', '/api/projects/default/agents', { name: 'desk', model, params });
  const ask = (extra: object) =>
    first.call('POST', `${desk}/completions`, { messages: [{ role: 'user', content: 'Who?' }], ...extra });
  const { conversation_id } = (await ask({})).body;
  const lost = ask({ conversation_id }).catch(() => 'cut');
  await eventually(() => expect(asked).toHaveLength(2));
  await first.end('SIGKILL');
  await lost;

  const second = startProcess(directory, settings);
  const { body } = await second.call('GET', `${desk}/conversations/${conversation_id}`);
  expect(body).toMatchObject({ is_answering: false, message_count: 4 });
  expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(body.messages[3].answer).toMatchObject({
    status: 'failed',
    error: { code: 'shutting_down', detail: expect.stringContaining('The service ended') },
    model_name: 'some',
  });
});
