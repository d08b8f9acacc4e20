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

it('does not take an error in place of the first word for a word: nobody is well who only fails', async () => {
  expect(await heard([{ error: { message: 'The model is loading', code: 503 } }])).toBe(0);
  const word = { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: 'Yes' }, finish_reason: null }] };
  expect(await heard([word])).toBeGreaterThan(0);
});
