import { createHash } from 'node:crypto';
import { invalidInput } from '../../errors.ts';
import { inputFaults } from '../../http/reply/input-faults.ts';
import { judgeOf } from './judge-input.ts';
import type { JsonSchema, Tool, ToolResult, ToolRun } from './toolset.ts';

type Input = Record<string, unknown>;

export interface ToolDefinition {
  skill: string;
  name: string;
  description: string;
  parameters: JsonSchema;
  run: (input: Input, run: ToolRun) => Promise<ToolResult>;
}

/** What language model providers take as the name of a function. */
const longestName = 64;
const longestTool = 40;

/** Makes a tool that judges its input before it runs. */
export function defineTool({ skill, name, description, parameters, run }: ToolDefinition): Tool {
  return {
    name: toolName(skill, name),
    description,
    parameters,
    async execute(input, surroundings) {
      const judge = judgeOf(parameters);
      if (!judge(input)) throw invalidInput(inputFaults(judge.errors ?? []));
      surroundings.signal.throwIfAborted();
      return run(input as Input, surroundings);
    },
  };
}

/** `<skill>__<tool>` in the letters that providers take. */
function toolName(skill: string, tool: string): string {
  const short = shorten(tool.replace(/[^A-Za-z0-9_-]+/g, '_'), longestTool);
  return `${shorten(skill, longestName - 2 - short.length)}__${short}`;
}

/** Cuts a long name so that it still differs from others that begin alike. */
function shorten(name: string, most: number): string {
  if (name.length <= most) return name;
  return `${name.slice(0, most - 7)}_${createHash('sha1').update(name).digest('hex').slice(0, 6)}`;
}
