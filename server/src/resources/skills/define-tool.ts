import { createHash } from 'node:crypto';
import { type InputFault, invalidField, invalidInput } from '../../errors.ts';
import { boundExceeded, inputBounds } from './foreign/bounds.ts';
import { judgeByOwn } from './own-schemas.ts';
import type { JsonSchema, Tool, ToolResult, ToolRun } from './toolset.ts';

type Input = Record<string, unknown>;

export interface ToolDefinition {
  skill: string;
  name: string;
  description: string;
  parameters: JsonSchema;
  /** Judges by a schema that a stranger wrote, in a worker. When absent the schema is our own. */
  judge?: (schema: JsonSchema, input: unknown, signal: AbortSignal) => Promise<InputFault[]>;
  run: (input: Input, run: ToolRun) => Promise<ToolResult>;
}

/** Maximum length of function names at language model providers. */
const longestName = 64;
const longestTool = 40;

/** Makes a tool that checks its input before it runs. */
export function defineTool({ skill, name, description, parameters, judge, run }: ToolDefinition): Tool {
  return {
    name: toolName(skill, name),
    description,
    parameters,
    async execute(input, surroundings) {
      const excess = boundExceeded(input, inputBounds);
      if (excess) throw invalidField('', excess, 'too_long');
      const { signal } = surroundings;
      const faults = await (judge ? judge(parameters, input, signal) : judgeByOwn(parameters, input));
      if (faults.length > 0) throw invalidInput(faults);
      signal.throwIfAborted();
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
