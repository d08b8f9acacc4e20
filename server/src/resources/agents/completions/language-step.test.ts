import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { startLoopback } from '../../../../test/loopback.ts';
import { openLanguageModel } from '../../../platform/language/open-language-model.ts';
import { callModel } from './language-step.ts';

/** Returns how often a model was heard that streams these chunks. */
async function heard(chunks: object[]): Promise<number> {
  const provider = await startLoopback((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
  });
  try {
    const settings = { provider: 'openai_compatible', model: 'm', baseUrl: provider.url } as const;
    const model = await openLanguageModel(settings, { apiKey: undefined, fetch });
    let count = 0;
    const onHeard = () => {
      count += 1;
    };
    const listening = { onText: () => {}, onRestart: () => {}, onHeard, firstMs: 5000, tooLate: () => new Error() };
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
    await callModel(model, { prompt }, listening).catch(() => {});
    return count;
  } finally {
    await provider.stop();
  }
}

const head = { id: '1', created: 1, model: 'm' };
const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const noTokens = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };

it('does not take an error in place of the first word for a word: nobody is well who only fails', async () => {
  expect(await heard([{ error: { message: 'The model is loading', code: 503 } }])).toBe(0);
  const word = { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: 'Yes' }, finish_reason: null }] };
  expect(await heard([word])).toBeGreaterThan(0);
});

it('reads answers that come in one moment in their order, some in each turn of the event loop', async () => {
  const whole: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Yes' },
    { type: 'text-end', id: '1' },
    { type: 'finish', usage: noTokens, finishReason: { unified: 'stop', raw: undefined } },
  ];
  const doStream = async () => ({ stream: ReadableStream.from(whole) });
  const model = { doStream } as unknown as LanguageModelV4;
  const read: number[] = [];
  await nextTurn(); // in which the answer of the test before was begun
  const calls = Array.from({ length: 20 }, (_, number) => {
    const onHeard = () => void (read.includes(number) || read.push(number));
    const listening = { onText: () => {}, onRestart: () => {}, onHeard, firstMs: 5000, tooLate: () => new Error() };
    return callModel(model, { prompt: [] }, listening);
  });
  const readByTurn: number[] = [];
  while (read.length < calls.length) {
    await nextTurn();
    readByTurn.push(read.length);
  }
  await Promise.all(calls);
  expect(read).toEqual([...calls.keys()]);
  expect(readByTurn[0]).toBeLessThanOrEqual(8);
  expect(readByTurn.length).toBeGreaterThan(2);
});
