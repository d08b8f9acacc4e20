// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import firstHalf from '../questions/first-half.json' with { type: 'json' };
import fourthSet from '../questions/fourth-set.json' with { type: 'json' };
import { judge, type Question, type Truth } from '../questions/judge.ts';
import { startSampleService } from '../sample.ts';
import { readEvents } from '../server-sent-events.ts';
import type { TestService } from '../service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

const completions = '/projects/default/agents/assistant/completions';

async function ask(turns: readonly string[]) {
  const said = turns.slice(0, -1).map((question) => ({ question, answer: 'as found' }));
  const { body } = await service.call('POST', completions, { messages: [...said, { question: turns.at(-1) }] });
  const { content: text, steps, citations } = body.message;
  const tools = steps.filter(({ kind }: { kind: string }) => kind === 'tool');
  const calls = tools.map(({ name, input, output }: Record<string, unknown>) => ({
    tool: name,
    input,
    content: output,
  }));
  return { text, calls, citations };
}

async function findTruth({ sql }: Question): Promise<Truth | undefined> {
  if (!sql) return undefined;
  const { body } = await service.call('POST', '/projects/default/query', { sql });
  return { rows: body.rows.map((row: object) => Object.values(row)) };
}

const halves: [string, readonly Question[]][] = [
  ['first half', firstHalf],
  ['fourth set', fourthSet],
];

test.each(halves)('the sample agent answers the %s over HTTP with nothing wrong', async (_, questions) => {
  const wrong: string[] = [];
  let right = 0;
  for (const question of questions) {
    const answered = await ask(question.ask);
    const verdict = judge(question, answered, await findTruth(question));
    if (verdict === 'right') right += 1;
    if (process.env.SHOW && verdict !== 'right') console.log(`${verdict}: ${question.ask.join(' / ')}`);
    if (verdict === 'wrong') wrong.push(`${question.ask.join(' / ')} -> ${answered.text}`);
  }
  expect(wrong).toEqual([]);
  expect(right / questions.length).toBeGreaterThanOrEqual(0.8);
});

test('streams the same answer piece by piece, with the call of the tool', async () => {
  const question = { messages: [{ role: 'user', content: 'What is the average rent by location?' }] };
  const response = await fetch(`${service.url}${completions}/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  const events = await readEvents(response);
  const types = events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(['tool_call', 'tool_result', 'token', 'end']));
  const text = events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('');
  expect(text).toBe((await ask(['What is the average rent by location?'])).text);
});

test('greets, and offers questions that it then answers', async () => {
  const { text } = await ask(['hello']);
  const examples = [...text.matchAll(/^- (.*)$/gm)].map(([, example]) => example);
  expect(examples).toHaveLength(3);
  for (const example of examples) expect((await ask([example])).text).not.toContain('I cannot answer that');
});
