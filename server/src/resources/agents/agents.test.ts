import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const key = 'sk-told-to-nobody-1234567890';
const openai = { provider: 'openai', model_name: 'gpt-4.1-mini', api_key: key };

describe('agents', () => {
  let service: TestService;
  let at: string;

  beforeAll(async () => {
    service = await shareTestService();
    at = `/projects/${await service.project()}`;
  });
  afterAll(() => service.stop());

  const create = (agent: object) => service.call('POST', `${at}/agents`, agent);
  const change = (name: string, body: object, headers?: Record<string, string>) =>
    service.call('PUT', `${at}/agents/${name}`, body, headers);

  it('are made, read by name and ID, listed and deleted at the singular address', async () => {
    const made = await create({ agent: { name: 'desk', prompt_template: 'Be brief.' } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'desk', version: 1, model: { provider: 'builtin', api_key_set: false } });
    expect(made.headers.get('location')).toBe(`/api${at}/agents/desk`);
    for (const name of ['desk', made.body.id]) {
      const read = await service.call('GET', `${at}/agents/${name}`);
      expect([read.status, read.body]).toEqual([200, made.body]);
    }
    expect((await service.call('GET', `${at}/agents?name=desk`)).body).toEqual([made.body]);
    expect((await service.call('DELETE', `${at}/agent/desk`)).status).toBe(204);
    expect(await service.call('GET', `${at}/agents/desk`)).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    });
    await create({ name: 'desk' });
    expect((await service.call('DELETE', `${at}/agents/desk`)).status).toBe(204);
  });

  it.each([
    [{ model: 'anthropic/claude-sonnet-4' }, 'anthropic', 'claude-sonnet-4'],
    [{ model: 'openai_compatible/org/some-model', provider: undefined }, undefined, undefined],
    [{ model: openai }, 'openai', 'gpt-4.1-mini'],
    [{ provider: 'ollama', model_name: 'llama3.2' }, 'ollama', 'llama3.2'],
    [{ model: 'builtin' }, 'builtin', 'builtin'],
    [{ model: 'openai/gpt-4', provider: 'openai', model_name: 'gpt-4' }, 'openai', 'gpt-4'],
    [{ model: 'gpt-4', provider: 'openai' }, 'openai', 'gpt-4'],
    [
      { model: { provider: 'openai', model_name: 'gpt-4' }, provider: 'openai', model_name: 'gpt-4' },
      'openai',
      'gpt-4',
    ],
    [{ model: { model_name: 'gpt-4' }, provider: 'openai' }, 'openai', 'gpt-4'],
    [{ model: null, provider: 'openai', model_name: 'gpt-4' }, 'openai', 'gpt-4'],
    [{ model: null }, 'builtin', 'builtin'],
  ])('take a model as %o', async (model, provider, modelName) => {
    const { status, body } = await create({ name: `model_${crypto.randomUUID()}`, ...model });
    if (provider === undefined) expect([status, body.errors[0].pointer]).toEqual([400, '/model/base_url']);
    else expect([status, body.provider, body.model_name]).toEqual([201, provider, modelName]);
  });

  it.each([
    [{ model: 'gpt-4' }, '/model'],
    [{ model: 'nobody/gpt-4' }, '/model'],
    [{ model_name: 'gpt-4' }, '/model/provider'],
    [{ provider: 'openai' }, '/model/model_name'],
    [{ provider: 'skynet', model_name: 'x' }, '/provider'],
    [{ model: 'openai/x', model_name: 'y' }, '/model/model_name'],
    [{ model: 'openai/x', provider: 'anthropic' }, '/model/provider'],
    [{ model: { ...openai, model_name: 'x' }, model_name: 'y' }, '/model/model_name'],
    [{ model: { ...openai, secret: 1 } }, '/model/secret'],
    [{ model: { ...openai, base_url: 'gopher://x' } }, '/model/base_url'],
    [{ params: { temperature: 3 } }, '/params/temperature'],
    [{ params: { max_steps: 21 } }, '/params/max_steps'],
    [{ params: { temprature: 0.1 } }, '/params/temprature'],
    [{ params: { maxSteps: 3 } }, '/params/maxSteps'],
    [{ params: { notes: 'x'.repeat(40_000) } }, '/params'],
    [{ params: { prompt_template: 1 } }, '/params/prompt_template'],
    [{ instructions: 'x' }, '/instructions'],
  ])('refuse %o', async (fields, pointer) => {
    const { status, body } = await create({ name: 'refused', ...fields });
    expect([status, body.errors?.[0].pointer], JSON.stringify(body)).toEqual([400, pointer]);
  });

  it('keep params that they do not know, and take the instructions from there', async () => {
    const params = { prompt_template: 'Be brief.', mode: 'retrieval', temperature: 0.1 };
    const { status, body } = await create({ name: 'from_elsewhere', params });
    expect([status, body.prompt_template, body.params]).toEqual([
      201,
      'Be brief.',
      { mode: 'retrieval', temperature: 0.1 },
    ]);
    const changed = await change('from_elsewhere', { params: { mode: null, verbose: true } });
    expect(changed.body.params).toEqual({ temperature: 0.1, verbose: true });
    const asked = await service.call('POST', `${at}/agents/from_elsewhere/completions`, {
      messages: [{ question: 'What are you?', answer: null }],
    });
    expect(asked.status).toBe(200);
  });

  it('show no key, and keep none in plain text', async () => {
    const made = await create({ name: 'keyed', model: openai });
    expect(made.body.model).toEqual({ provider: 'openai', model_name: 'gpt-4.1-mini', api_key_set: true });
    const shown = await Promise.all(
      ['', '/keyed', '/keyed/versions'].map((path) => service.call('GET', `${at}/agents${path}`)),
    );
    for (const { text } of [made, ...shown]) expect(text).not.toContain(key);
    for (const file of ['sibyl.db', 'sibyl.db-wal'])
      expect(readFileSync(join(service.directory, file)).includes(key)).toBe(false);
  });

  it('forget the key when it would go to another address, and only then', async () => {
    await create({ name: 'moving', model: openai });
    const isSet = async (body: object) => (await change('moving', body)).body.model.api_key_set;
    expect(await isSet({ model_name: 'gpt-4.1' })).toBe(true);
    expect(await isSet({ description: 'x' })).toBe(true);
    expect(await isSet({ model: { base_url: 'https://collector.example.com/v1' } })).toBe(false);
    expect(await isSet({ model: { api_key: key } })).toBe(true);
    expect(await isSet({ model: 'mistral/mistral-small' })).toBe(false);
    expect(await isSet({ model: { api_key: key } })).toBe(true);
    expect(await isSet({ model: { api_key: null } })).toBe(false);
  });

  it('merge params, keep what is absent, and count versions of the settings', async () => {
    await create({ name: 'tuned', params: { temperature: 0.2, max_steps: 4 }, prompt_template: 'One' });
    const changed = await change('tuned', { params: { temperature: null, seed: 7 } });
    expect(changed.body).toMatchObject({ version: 2, prompt_template: 'One', params: { max_steps: 4, seed: 7 } });
    expect(changed.body.params).not.toHaveProperty('temperature');
    expect((await change('tuned', { name: 'tuned_too' })).body).toMatchObject({ name: 'tuned_too', version: 2 });
    const versions = await service.call('GET', `${at}/agents/tuned_too/versions`);
    expect(versions.body.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const restored = await service.call('POST', `${at}/agents/tuned_too/versions/1/restore`);
    expect(restored.body).toMatchObject({ version: 3, params: { temperature: 0.2, max_steps: 4 } });
    expect((await service.call('POST', `${at}/agents/tuned_too/versions/9/restore`)).body.code).toBe(
      'version_not_found',
    );
  });

  it('refuse a name that is taken, and a change based on an old state', async () => {
    const { headers } = await create({ name: 'one' });
    await create({ name: 'two' });
    expect(await create({ name: 'one' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(await change('two', { name: 'one' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expect((await change('one', { description: 'first' }, ifMatch)).status).toBe(200);
    expect(await change('one', { description: 'late' }, ifMatch)).toMatchObject({ status: 412 });
  });

  it("are nobody else's: not of another project, not of one that is gone", async () => {
    const { body } = await create({ name: 'mine' });
    const other = `/projects/${await service.project()}`;
    for (const name of ['mine', body.id])
      expect((await service.call('GET', `${other}/agents/${name}`)).body.code).toBe('agent_not_found');
    expect((await service.call('GET', '/projects/none/agents/mine')).body.code).toBe('project_not_found');
    expect(await create({ name: 'lost', skills: ['none'] })).toMatchObject({
      status: 404,
      body: { code: 'skill_not_found', errors: [{ pointer: '/skills/0' }] },
    });
    expect((await service.call('GET', `${at}/agents/lost`)).status).toBe(404);
  });
});
