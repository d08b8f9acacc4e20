import { expect, it } from 'vitest';
import type { Toolset } from '../../skills/toolset.ts';
import { buildPrompt } from './prompt.ts';

const asked: string[] = [];
const homes: Toolset = {
  skill: 'homes',
  type: 'sql',
  instruct: (length) => {
    asked.push(length);
    return 'Homes by rooms.';
  },
  tools: [],
  grounding: { kind: 'other', skill: 'other' },
};

function systemPrompt(readsSkills: boolean): string {
  const messages = [{ role: 'user' as const, content: 'How many?' }];
  const settings = { prompt_template: 'Be brief.' };
  return JSON.stringify(
    buildPrompt({ settings, language: undefined, toolsets: [homes], readsSkills, missing: [], messages })[0],
  );
}

it('describes the skills to a language model that reads them', () => {
  expect(systemPrompt(true)).toContain('Homes by rooms.');
  expect(asked).toEqual(['whole']);
});

it('does not describe hundreds of tables to the built-in language model, which reads none of it', () => {
  asked.length = 0;
  expect(systemPrompt(false)).toContain('Be brief.');
  expect(asked).toEqual([]);
});
