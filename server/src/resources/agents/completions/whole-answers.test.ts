/** Answers of language models that their provider does not stream: what holds for a stream holds for them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const refusal = { error: { message: 'your organization must be verified to stream this model' } };

describeOnEachDatabase('an answer that comes whole', (suite) => {
  let service: TestService;
  let provider: LoopbackProvider;
  let at: string;

  beforeAll(async () => {
    [service, provider] = await Promise.all([startTestService({}, suite.settings), startLoopbackProvider()]);
    at = `/projects/${await service.project()}/agents`;
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await service.call('POST', at, { name: 'desk', model, params: { max_output_tokens: 1000 } });
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  const ask = (text: string, conversation_id?: string) => {
    provider.script({ fails: { status: 400, body: refusal } }, { text });
    const messages = [{ role: 'user', content: 'Tell me.' }];
    return service.call('POST', `${at}/desk/completions`, { messages, conversation_id });
  };

  it.each([
    ['what is no text', 'a\0b\0c \ud83d \ude00 😀', 'abc \ufffd \ufffd 😀', 'stop'],
    ['what is thought aloud', '<think>hidden</think>Answer <|im_end|><|im_start|>user', 'Answer ', 'stop'],
    ['a circle', `Here. ${'I said so again now. '.repeat(2000)}`, 'Here.', 'length'],
    ['a text beyond its tokens', Array.from({ length: 9000 }, (_, n) => `w${n}`).join(' '), /^w0 .{14000}/, 'length'],
  ])('is shown and kept without %s', async (_what, told, shown, reason) => {
    const { status, body, text } = await ask(told);
    expect(status, text).toBe(200);
    expect([body.message.content, body.finish_reason]).toEqual([
      typeof shown === 'string' ? shown : expect.stringMatching(shown),
      reason,
    ]);
    expect(body.message.content.length).toBeLessThan(15_000);
    const kept = await service.call('GET', `${at}/desk/conversations/${body.conversation_id}`);
    expect(kept.body.messages[1].content).toBe(body.message.content);
    expect((await ask('And on.', body.conversation_id)).body.message?.content).toBe('And on.');
  });
});
