import { expect, it } from 'vitest';
import type { Context } from '../../../services.ts';
import type { ToolRun } from '../toolset.ts';
import { agentKind } from './agent-kind.ts';

const signal = new AbortController().signal;
const skill = { project: { id: 'prj_1', name: 'p' }, name: 'legal', description: '', params: { agent: 'lawyer' } };

async function ask(depth: number) {
  const asked: unknown[] = [];
  const run: ToolRun = {
    signal,
    depth,
    async askAgent(agent, question, inner) {
      asked.push([agent, question, inner.depth]);
      return { content: 'yes' };
    },
  };
  const { tools } = await agentKind.open({} as Context, [skill], signal);
  return { answer: tools[0].execute({ question: 'may I?' }, run), asked };
}

it('passes the question on, one deeper', async () => {
  const { answer, asked } = await ask(0);
  expect(await answer).toEqual({ content: 'yes' });
  expect(asked).toEqual([['lawyer', 'may I?', 1]]);
});

it('ends where agents ask each other', async () => {
  const { answer, asked } = await ask(3);
  await expect(answer).rejects.toThrow('at most 3 deep');
  expect(asked).toEqual([]);
});
