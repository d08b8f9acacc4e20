/** The contract between skills, which make tools, and agents, which run them. */
import type { Grounding } from '../../platform/language/grounding.ts';

/** A JSON Schema object (draft 2020-12 as language models take it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a piece of an answer comes from. */
export interface Citation {
  source: string;
  title?: string;
  heading?: string;
  /** Offsets in the characters of the source. */
  start?: number;
  end?: number;
  score?: number;
  text: string;
}

/** What a tool answers. */
export interface ToolResult {
  /** Plain JSON for the language model: data, never instruction; whoever passes it on marks it so. */
  content: unknown;
  citations?: Citation[];
  /** For people, in the trace of a step: the SQL that ran, its rows, a value and its bounds. */
  details?: Record<string, unknown>;
}

/** What surrounds one call of a tool. */
export interface ToolRun {
  signal: AbortSignal;
  /** Agents above this one: 0 for the agent that a user asks. */
  depth: number;
  /** Asks another agent of the same project by name or ID. Given by whoever runs agents: skills know none. */
  askAgent(agent: string, question: string, run: ToolRun): Promise<ToolResult>;
}

export interface Tool {
  /** `<skill>__<tool>`: letters, digits, `_`, `-`; at most 64. */
  name: string;
  description: string;
  /** Of the input: always of type object. */
  parameters: JsonSchema;
  /** A code fence of this language, in what a language model says, stands for a call with its text as `sql`. */
  fence?: 'sql';
  /**
   * Judges the input by `parameters` first. Throws `ServiceError`: a status below 500 says what the language model may
   * correct, from 500 on what it cannot.
   */
  execute(input: unknown, run: ToolRun): Promise<ToolResult>;
}

/** A skill made ready for one conversation turn. */
export interface Toolset {
  skill: string;
  type: string;
  /** For the system prompt: what the skill is for, and what there is, such as the schema of its tables. */
  instructions: string;
  /** The same in fewer words, for language models that take in little. */
  shortInstructions?: string;
  tools: Tool[];
  grounding: Grounding;
  /** Gives back what is held open; call it once the turn is over. */
  close?(): Promise<void>;
}
