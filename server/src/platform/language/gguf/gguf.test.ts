import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chatHistoryOf, requestOfStep } from './chat-history.ts';
import { ggufModel } from './gguf-model.ts';
import { openGgufModels } from './gguf-models.ts';
import { dropAbsent, grammarSchemaOf } from './grammar-schema.ts';
import { installCommand } from './library.ts';

const folder = mkdtempSync(join(tmpdir(), 'sibyl-gguf-'));
afterAll(() => rmSync(folder, { recursive: true }));
const head = Buffer.alloc(24);
head.write('GGUF');
head.writeUInt32LE(3, 4);
writeFileSync(join(folder, 'good.gguf'), head);
writeFileSync(join(folder, 'large-00001-of-00002.gguf'), '');
writeFileSync(join(folder, 'large-00002-of-00002.gguf'), '');
writeFileSync(join(folder, 'notes.txt'), '');
// A pipe that nobody writes to would hold whoever opens it for ever
mkdirSync(join(folder, 'folder.gguf'));
execFileSync('mkfifo', [join(folder, 'endless.gguf')]);

const settings = {
  ggufFolder: folder,
  ggufThreads: 1,
  ggufMemoryBytes: 1e9,
  ggufContextTokens: 4096,
  ggufIdleMs: 1000,
};
const opened: ReturnType<typeof openGgufModels>[] = [];
afterAll(() => Promise.all(opened.map((models) => models.close())));

function open(given: typeof settings) {
  const models = openGgufModels(given);
  opened.push(models);
  return models;
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

describe('the files', () => {
  it('are those of the folder, by name', async () => {
    const models = open(settings);
    await models.requireFile('good.gguf');
    for (const name of ['notes.txt', '../good.gguf', join(folder, 'good.gguf'), 'large-00002-of-00002.gguf'])
      await expect(models.requireFile(name)).rejects.toMatchObject({
        errors: [
          { pointer: '/model/model_name', detail: expect.stringMatching(/: good\.gguf, large-00001-of-00002\.gguf$/) },
        ],
      });
  });

  it('are refused as a whole where no folder is named', async () => {
    const models = open({ ...settings, ggufFolder: '' });
    await expect(models.requireFile('good.gguf')).rejects.toMatchObject({ errors: [{ pointer: '/model/provider' }] });
  });

  it('need the library, of which the one command is told', async () => {
    const models = open(settings);
    const model = models.open('good.gguf', { project: 'prj_1', caller: 'key_1' });
    await expect(model.doStream({ prompt })).rejects.toMatchObject({
      code: 'language_model_not_configured',
      message: expect.stringContaining(installCommand()),
    });
    expect(installCommand('linux-x64')).toContain('@node-llama-cpp/linux-x64@3');
    expect(installCommand('sunos-x64')).toMatch(/node-llama-cpp@3$/);
  });

  it('are not larger than the memory that they may take', async () => {
    const models = open({ ...settings, ggufMemoryBytes: 10 });
    const model = models.open('good.gguf', { project: 'prj_1', caller: 'key_1' });
    await expect(model.doStream({ prompt })).rejects.toThrow(/SIBYL_GGUF_MEMORY_BYTES/);
  });
});

it.each([false, true])(
  'answers at the time of the request where its process hears nothing (loaded: %s)',
  async (isLoaded) => {
    const model = ggufModel('deaf.gguf', (_request, _signal, onProgress) => {
      if (isLoaded) onProgress({ type: 'loaded' });
      return new Promise(() => {});
    });
    const over = new AbortController();
    const streaming = model.doStream({ prompt, abortSignal: over.signal });
    const answer = streaming.then(({ stream }) => stream.getReader().read());
    over.abort(new Error('the time is up'));
    await expect(answer).rejects.toThrow('the time is up');
  },
);

describe('a schema for grammars', () => {
  const schema = {
    type: 'object',
    properties: {
      sql: { type: 'string', maxLength: 9, description: 'A SELECT' },
      limit: { anyOf: [{ type: 'integer', minimum: 1 }, { const: 'all' }] },
      where: { $ref: '#/$defs/where' },
      free: {},
    },
    required: ['sql', 'free'],
    $defs: { where: { type: 'array', items: { type: ['string', 'null'] }, maxItems: 3 } },
  };

  it('has what the library knows, and null for what is optional', () => {
    const { type, properties } = grammarSchemaOf(schema);
    expect(type).toBe('object');
    expect(properties).toMatchObject({
      sql: { type: 'string', description: 'A SELECT' },
      limit: { oneOf: [{ oneOf: [{ type: 'integer' }, { const: 'all' }] }, { type: 'null' }] },
      where: { oneOf: [{ type: 'array', items: { type: ['string', 'null'] }, maxItems: 3 }, { type: 'null' }] },
    });
    expect(properties?.free).toHaveProperty('oneOf');
    expect(properties?.sql).not.toHaveProperty('maxLength');
  });

  it('ends in schemas that hold themselves', () => {
    const names = Array.from({ length: 20 }, (_, at) => `child${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/node' }]));
    const node = { $ref: '#/$defs/node', $defs: { node: { type: 'object', properties } } };
    expect(JSON.stringify(grammarSchemaOf(node)).length).toBeLessThan(1_000_000);
  });

  it('lets the nulls of optional properties go', () => {
    const list = { type: 'array', items: { $ref: '#/$defs/one' }, $defs: { one: { properties: { a: {}, b: {} } } } };
    expect(dropAbsent([{ a: 1, b: null }], list)).toEqual([{ a: 1 }]);
    expect(dropAbsent({ sql: 's', limit: null, where: [null], free: null }, schema)).toEqual({
      sql: 's',
      where: [null],
      free: null,
    });
  });
});

it('tells a conversation with its calls and their results', () => {
  const call = { type: 'tool-call' as const, toolCallId: '1', toolName: 'q', input: { sql: 's' } };
  const output = { type: 'text' as const, value: '3' };
  expect(
    chatHistoryOf([
      { role: 'system', content: 'Be brief.' },
      ...prompt,
      {
        role: 'assistant',
        content: [{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Let me look.' }, call],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'q', output }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Three.' }] },
      ...prompt,
    ]),
  ).toEqual([
    { type: 'system', text: 'Be brief.' },
    { type: 'user', text: 'Hello' },
    {
      type: 'model',
      response: ['Let me look.', { type: 'functionCall', name: 'q', params: { sql: 's' }, result: '3' }, 'Three.'],
    },
    { type: 'user', text: 'Hello' },
  ]);
});

it('puts the request of a step behind what was read for the step before', () => {
  const instructions = 'You know homes.';
  const content = `${instructions}\n\nCall a tool now.`;
  const providerOptions = requestOfStep(instructions.length);
  const history = chatHistoryOf([
    { role: 'system', content, providerOptions },
    { role: 'user', content: [{ type: 'text', text: 'How many?' }] },
  ]);
  expect(history).toEqual([
    { type: 'system', text: instructions },
    { type: 'user', text: 'How many?' },
    { type: 'system', text: 'Call a tool now.' },
  ]);
});
