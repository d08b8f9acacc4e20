import { expect, it } from 'vitest';
import { defineTool } from './define-tool.ts';
import { requireTool } from './find-tool.ts';
import type { Toolset } from './toolset.ts';

const tool = defineTool({
  skill: 'sales',
  name: 'sum',
  description: '',
  parameters: { type: 'object' },
  run: async () => ({ content: 1 }),
});
const toolset: Toolset = {
  skill: 'sales',
  type: 'http',
  instruct: () => '',
  tools: [tool],
  grounding: { kind: 'other', skill: 'other' },
};

it('finds a tool in any skill', () => {
  expect(requireTool([{ ...toolset, tools: [] }, toolset], 'sales__sum')).toBe(tool);
});

it('names the tools that there are', () => {
  expect(() => requireTool([toolset], 'sales__total')).toThrow('the tools are: sales__sum');
  expect(() => requireTool([], 'x')).toThrow('the tools are: none');
});
