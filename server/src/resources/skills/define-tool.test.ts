import { expect, it } from 'vitest';
import { defineTool } from './define-tool.ts';
import type { ToolRun } from './toolset.ts';

const run: ToolRun = {
  signal: new AbortController().signal,
  depth: 0,
  askAgent: async () => ({ content: null }),
};

function echo(skill = 'sales', name = 'echo') {
  return defineTool({
    skill,
    name,
    description: 'Answers its input.',
    parameters: {
      type: 'object',
      properties: { rooms: { type: 'integer' } },
      required: ['rooms'],
      additionalProperties: false,
    },
    run: async (input) => ({ content: input }),
  });
}

it('runs on input that its schema takes', async () => {
  expect(await echo().execute({ rooms: 2 }, run)).toEqual({ content: { rooms: 2 } });
});

it.each([
  ['a missing field', {}, '/rooms', 'is required'],
  ['a wrong type', { rooms: 'two' }, '/rooms', 'must be a whole number'],
  ['an unknown field', { rooms: 2, colour: 'red' }, '/colour', 'is not a known field'],
  ['a list', [], '', 'must be an object'],
])('refuses %s and says what would be right', async (_name, input, pointer, detail) => {
  const error = await echo()
    .execute(input, run)
    .catch((reason) => reason);
  expect(error).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer, detail: expect.stringContaining(detail) }],
  });
});

it('does not run on more input than a language model writes', async () => {
  const input = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`x${at}`, at]));
  const detail = expect.stringContaining('at most');
  await expect(echo().execute(input, run)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ detail }] });
});

it('does not run for somebody who went away', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(echo().execute({ rooms: 2 }, { ...run, signal })).rejects.toThrow('gone');
});

it('has a name that every provider takes', () => {
  expect(echo('sales', 'get /homes/{id}').name).toBe('sales__get_homes_id_');
  const [long, longer] = [128, 129].map((length) => echo('s'.repeat(128), 't'.repeat(length)).name);
  expect(long).toMatch(/^s+_[0-9a-f]{6}__t+_[0-9a-f]{6}$/);
  expect([long.length, longer.length, long === longer]).toEqual([64, 64, false]);
});
