import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startLoopback } from '../../../test/loopback.ts';
import { ServiceError } from '../../errors.ts';
import { openEmbedder } from './embedder.ts';
import { isPassing, mayHaveCost, providerFault } from './faults.ts';
import { openLanguageModel } from './open-language-model.ts';
import { type ProviderName, providerNames } from './providers.ts';
import { checkSettings, type LanguageSettings } from './settings.ts';

const apiKey = 'sk-not-for-anybody-0123456789';
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await startLoopbackProvider();
});
afterAll(() => provider.stop());

function settingsOf(name: ProviderName): LanguageSettings {
  const baseUrl =
    name === 'google' ? provider.google : name === 'azure' ? new URL(provider.openai).origin : provider.openai;
  return { provider: name, model: 'some-model', baseUrl };
}

function ask(name: ProviderName, settings: Partial<LanguageSettings> = {}) {
  return openLanguageModel({ ...settingsOf(name), ...settings }, { apiKey, fetch }).then((model) =>
    model.doGenerate({ prompt }),
  );
}

async function faultOf(name: ProviderName): Promise<ServiceError> {
  const error: unknown = await ask(name).then(
    () => undefined,
    (reason) => reason,
  );
  return providerFault(error, { provider: name, model: 'some-model', apiKey });
}

describe('a language model of each provider', () => {
  it.each(providerNames)('%s is asked in its protocol with the key given', async (name) => {
    provider.script({ text: 'Good day', usage: { input: 11, output: 2 } });
    const { content, usage, finishReason } = await ask(name);
    expect(content).toMatchObject([{ type: 'text', text: 'Good day' }]);
    expect([usage.inputTokens.total, usage.outputTokens.total, finishReason.unified]).toEqual([11, 2, 'stop']);
    expect(JSON.stringify(provider.asked.at(-1)?.headers)).toContain(apiKey);
  });

  it('addresses a deployment of a dated Azure API', async () => {
    await ask('azure', { apiVersion: '2024-10-21' });
    const { path, headers } = provider.asked.at(-1) ?? {};
    expect(path).toBe('/openai/deployments/some-model/chat/completions?api-version=2024-10-21');
    expect([headers?.['api-key'], headers?.authorization]).toEqual([apiKey, undefined]);
  });

  it('never takes a key from the environment of the service', async () => {
    const opened = openLanguageModel(settingsOf('openai'), { apiKey: undefined, fetch });
    await expect(opened).rejects.toMatchObject({ code: 'language_model_not_configured' });
  });
});

describe('failures of a provider', () => {
  const failures = [
    [401, 'provider_rejected_credentials', 502],
    [403, 'provider_rejected_credentials', 502],
    [404, 'provider_refused_request', 422],
    [429, 'provider_rate_limited', 503],
    [500, 'provider_failed', 502],
    [503, 'provider_unavailable', 503],
    [504, 'provider_timeout', 504],
  ] as const;
  const body = { error: { message: `Bad key ${apiKey} of org-secret at https://internal/x\u0007` } };

  it.each(
    failures.flatMap((failure) =>
      (['openai', 'anthropic', 'google', 'ollama'] as const).map((name) => [name, ...failure] as const),
    ),
  )('%s: status %i is %s', async (name, status, code, answered) => {
    provider.script({ fails: { status, headers: { 'retry-after': '17' }, body } });
    const fault = await faultOf(name);
    expect([fault.code, fault.status]).toEqual([code, answered]);
    expect(fault.headers?.['retry-after']).toBe(status === 429 ? '17' : undefined);
    const shown = `${fault.message} ${JSON.stringify(fault)} ${String(fault.cause)}`;
    for (const secret of [apiKey, 'internal', '\u0007', 'Hello']) expect(shown).not.toContain(secret);
  });

  it('tells why a request was refused, without what looks like a secret', async () => {
    const message = `The model some-model does not exist; key ${apiKey}, trace 0af7651916cd43dd8448eb211c80319c`;
    provider.script({ fails: { status: 404, body: { error: { message } } } });
    const fault = await faultOf('openai_compatible');
    expect(fault.message).toContain('The model some-model does not exist');
    expect(fault.message).not.toMatch(/0af76|not-for-anybody/);
  });

  it('knows an answer that breaks off and an address where nobody listens', async () => {
    provider.script({ text: 'a long answer', breaks: true });
    const broken = await faultOf('openai_compatible');
    expect(broken.code).toBe('provider_failed');
    const gone = await startLoopbackProvider();
    await gone.stop();
    const nobody = await openLanguageModel({ ...settingsOf('ollama'), baseUrl: gone.openai }, { apiKey, fetch });
    const refused = await Promise.resolve(nobody.doGenerate({ prompt })).catch((error) =>
      providerFault(error, { provider: 'ollama', model: 'm', apiKey }),
    );
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({ code: 'provider_unavailable', message: 'The provider ollama cannot be reached.' });
    expect(isPassing(refused as ServiceError)).toBe(true);
  });

  it('tells a redirect, which is not followed, from an answer that cannot be read', async () => {
    const server = await startLoopback((_, response) => {
      response.writeHead(307, { location: 'file:///etc/passwd' }).end();
    });
    onTestFinished(() => server.stop());
    const unfollowed: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' });
    const settings = { ...settingsOf('openai_compatible'), baseUrl: `${server.url}/v1` };
    const model = await openLanguageModel(settings, { apiKey, fetch: unfollowed });
    const error = await Promise.resolve(model.doGenerate({ prompt })).catch((reason: unknown) => reason);
    const fault = providerFault(error, { provider: 'openai_compatible', model: 'm', apiKey });
    const message = 'The provider openai_compatible redirected to another address, which is not followed.';
    expect(fault).toMatchObject({ code: 'provider_failed', message });
    expect([isPassing(fault), mayHaveCost(fault)]).toEqual([false, false]);
  });

  it('does not blame the provider for what its own part cannot copy', () => {
    const copy = () => structuredClone(() => {});
    expect(copy).toThrow(DOMException);
    try {
      copy();
    } catch (error) {
      const fault = providerFault(error, { provider: 'builtin', model: 'm', apiKey: undefined });
      expect([fault.code, fault.status]).toEqual(['internal', 500]);
    }
  });
});

describe('settings that can never work', () => {
  it.each([
    [{ provider: 'openai_compatible' as const }, 'is required'],
    [{ provider: 'azure' as const }, 'is required'],
    [{ provider: 'openai' as const, baseUrl: 'file:///etc/passwd' }, 'must be an address'],
    [{ provider: 'openai' as const, baseUrl: 'https://user:secret@example.com' }, 'must not contain a password'],
  ])('%o', (settings, reason) => {
    expect(() => checkSettings(settings, '/model')).toThrow(reason);
  });
});

describe('an embedder', () => {
  const signal = new AbortController().signal;

  it('makes a vector a text, in batches, and knows its dimension then', async () => {
    const embedder = await openEmbedder(settingsOf('openai_compatible'), { apiKey, fetch });
    expect(embedder.dimension).toBeUndefined();
    const before = provider.asked.length;
    const { vectors, tokens } = await embedder.embed(
      Array.from({ length: 150 }, (_, index) => 'a'.repeat(index % 5)),
      signal,
    );
    expect([vectors.length, provider.asked.length - before, embedder.dimension]).toEqual([150, 2, 4]);
    expect([...vectors[3]]).toEqual([3, 0, 0, 0]);
    expect(tokens).toBe(2); // the provider tells one a batch
  });

  it.each([
    [[1.5], undefined],
    [[1e21], undefined],
    [[-1], undefined],
    [[12], 12],
    [[12, 1.5], undefined],
    [[12, undefined], undefined],
    [[12, 30], 42],
  ])('of which the provider tells %j tokens has used %s', async (told, used) => {
    const answers = [...told];
    const server = await startLoopback(({ body }, response) => {
      const data = JSON.parse(body).input.map((_: string, index: number) => ({ index, embedding: [1] }));
      const count = answers.shift();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ data, model: 'm', ...(count === undefined ? {} : { usage: { prompt_tokens: count } }) }),
      );
    });
    onTestFinished(() => server.stop());
    const settings = { provider: 'openai_compatible', model: 'm', baseUrl: server.url } as const;
    const embedder = await openEmbedder(settings, { apiKey, fetch });
    expect((await embedder.embed(Array(100 * told.length).fill('a'), signal)).tokens).toBe(used);
  });

  it('tells what the provider did wrong', async () => {
    const embedder = await openEmbedder(settingsOf('openai'), { apiKey, fetch });
    provider.script({ fails: { status: 401, body: { error: { message: apiKey } } } });
    const fault = await embedder.embed(['a'], signal).catch((error) => error);
    expect(fault).toMatchObject({ code: 'provider_rejected_credentials' });
    expect(fault.message).not.toContain(apiKey);
  });

  it('is not to be had from a provider without embeddings', async () => {
    const opened = openEmbedder(settingsOf('anthropic'), { apiKey, fetch });
    await expect(opened).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
