import { ServiceError } from '../../errors.ts';
import type { Tool, Toolset } from './toolset.ts';

/** The tool of that name; language models invent names, and this tells them which there are. */
export function requireTool(toolsets: readonly Toolset[], name: string): Tool {
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => one.name).join(', ') || 'none';
  throw new ServiceError('tool_not_found', `There is no tool ${name.slice(0, 100)}; the tools are: ${names}.`);
}
