import { ServiceError } from '../../errors.ts';
import type { Tool, Toolset } from './toolset.ts';

/** Returns the tool of that name; for names that a language model invented, the error lists the existing ones. */
export function requireTool(toolsets: readonly Toolset[], name: string): Tool {
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => one.name).join(', ') || 'none';
  throw new ServiceError('tool_not_found', `There is no tool ${name.slice(0, 100)}; the tools are: ${names}.`);
}
