/** The contract between skills, which make tools, and agents, which run them. */
import type { Grounding } from '../../builtin/grounding.ts';

/** A JSON Schema object (draft 2020-12, as language models accept it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The source of a part of an answer. */
export interface Citation {
  source: string;
  title?: string;
  heading?: string;
  /** Offsets in characters of the source. */
  start?: number;
  end?: number;
  /** Pages of a PDF, from 1. */
  page?: number;
  last_page?: number;
  score?: number;
  text: string;
}

/** The result of a tool. */
export interface ToolResult {
  /** Plain JSON for the language model; the agent marks it as data. */
  content: unknown;
  citations?: Citation[];
  /** For people, in the steps: the SQL that ran, its rows, a value and its bounds. */
  details?: Record<string, unknown>;
}

/** The surroundings of one tool call. */
export interface ToolRun {
  signal: AbortSignal;
  /** Number of agents above this one: 0 for the agent that a user asks. */
  depth: number;
  /** Asks another agent of the same project by name or ID. A callback, because agents are above skills. */
  askAgent(agent: string, question: string, run: ToolRun): Promise<ToolResult>;
}

export interface Tool {
  /** `<skill>__<tool>`: letters, digits, `_`, `-`; at most 64. */
  name: string;
  description: string;
  /** Schema of the input, always of type object. */
  parameters: JsonSchema;
  /** A code fence of this language in a language model's text counts as a call with its content as `sql`. */
  fence?: 'sql';
  /**
   * Checks the input by `parameters` first. Throws `ServiceError`: the language model may correct errors with a status
   * below 500, others not.
   */
  execute(input: unknown, run: ToolRun): Promise<ToolResult>;
}

/** An opened skill for one turn of a conversation. */
export interface Toolset {
  skill: string;
  type: string;
  /**
   * For the system prompt: the purpose of the skill and its contents, such as the schema of its tables; short for a
   * small context. Written when asked for: the built-in language model reads none, and to describe many tables takes long.
   */
  instruct(length: 'whole' | 'short'): string;
  tools: Tool[];
  /** What a server of tools offers, allowed or not. */
  offered?: { name: string; description: string }[];
  grounding: Grounding;
  /** Releases what is held open; called after the turn. */
  close?(): Promise<void>;
}
