/** What a language model thinks aloud: nobody is told of it, and it is bounded as the text is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { readEvents } from '../../../../test/server-sent-events.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

let service: TestService;
let provider: LoopbackProvider;
let at: string;
const messages = [{ role: 'user', content: 'Tell me.' }];

beforeAll(async () => {
  [service, provider] = await Promise.all([shareTestService(), startLoopbackProvider()]);
  at = `/projects/${await service.project()}/agents`;
  await make('desk', { max_output_tokens: 500 });
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

function make(name: string, params: object) {
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  return service.call('POST', at, { name, model, params: { builtin: 'off', ...params } });
}

async function stream(name: string, text: string[]) {
  provider.script({ text });
  const response = await fetch(`${service.url}${at}/${name}/completions/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  });
  const events = await readEvents(response);
  const told = events.filter(({ type }) => type === 'token').map((event) => event.text);
  return { told: told.join(''), message: events.find(({ type }) => type === 'message')?.message.content };
}

it('is held back where the template of the model opens a thought, once that was seen', async () => {
  const first = await stream('desk', ['What is ', 'it', '</think>', 'It is ', 'this.']);
  expect(first).toEqual({ told: 'What is it\n\nIt is this.', message: 'It is this.' });
  const second = await stream('desk', ['What is ', 'it', '</think>', 'It is ', 'that.']);
  expect(second).toEqual({ told: 'It is that.', message: 'It is that.' });
  const plain = await stream('desk', ['It is ', 'neither.']);
  expect(plain).toEqual({ told: 'It is neither.', message: 'It is neither.' });
});

const long = Array.from({ length: 4000 }, (_, n) => `${n} is a number of ${n * 7919} more words. `);

it.each([
  ['in the text', { text: ['<think>', ...long, '</think>', 'Done.'] }, 'length'],
  ['beside the text', { thinks: long, text: 'Done.' }, 'length'],
  ['in the text, in a circle', { text: ['<think>', ...Array(400).fill('I must think again. ')] }, 'repetition'],
  ['beside the text, in a circle', { thinks: Array(400).fill('I must think again. '), text: 'Done.' }, 'repetition'],
])('is ended where it goes beyond the tokens of the answer %s', async (_where, reply, reason) => {
  provider.script(reply);
  const { body } = await service.call('POST', `${at}/desk/completions`, { messages });
  expect(body.message.steps[0]).toMatchObject({ finish_reason: reason, text: '' });
  expect(body.message).toMatchObject({ answered: false, content: expect.stringContaining('used up its tokens') });
});

it('has room of its own where reasoning is asked for', async () => {
  await make('thinker', { max_output_tokens: 500, reasoning: 'low' });
  provider.script({ thinks: long.slice(0, 400), text: 'Done.' });
  const { body } = await service.call('POST', `${at}/thinker/completions`, { messages });
  expect(body.message.content).toBe('Done.');
});
