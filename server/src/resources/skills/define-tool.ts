import { createHash } from 'node:crypto';
import { invalidInput } from '../../errors.ts';
import { inputFaults } from '../../http/reply/input-faults.ts';
import type { JsonSchema, Tool, ToolResult, ToolRun } from './toolset.ts';
import { validatorOf } from './validate-tool-input.ts';

type Input = Record<string, unknown>;

export interface ToolDefinition {
  skill: string;
  name: string;
  description: string;
  parameters: JsonSchema;
  run: (input: Input, run: ToolRun) => Promise<ToolResult>;
}

/** Maximum length of function names at language model providers. */
const longestName = 64;
const longestTool = 40;

/** Makes a tool that checks its input before it runs. */
export function defineTool({ skill, name, description, parameters, run }: ToolDefinition): Tool {
  return {
    name: toolName(skill, name),
    description,
    parameters,
    async execute(input, surroundings) {
      const judge = validatorOf(parameters);
      if (!judge(input)) throw invalidInput(inputFaults(judge.errors ?? []));
      surroundings.signal.throwIfAborted();
      return run(input as Input, surroundings);
    },
  };
}

/** Returns `<skill>__<tool>` in the characters that providers accept. */
function toolName(skill: string, tool: string): string {
  const short = shorten(tool.replace(/[^A-Za-z0-9_-]+/g, '_'), longestTool);
  return `${shorten(skill, longestName - 2 - short.length)}__${short}`;
}

/** Shortens a long name so that it still differs from others with the same start. */
function shorten(name: string, most: number): string {
  if (name.length <= most) return name;
  return `${name.slice(0, most - 7)}_${createHash('sha1').update(name).digest('hex').slice(0, 6)}`;
}
