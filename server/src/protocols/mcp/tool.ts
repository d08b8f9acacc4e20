import { type Static, type TSchema, Type } from 'typebox';
import type { Action } from '../../http/request/permissions.ts';
import { compileCheck } from '../../http/request/validation.ts';
import type { Listing } from '../../platform/db/listing.ts';
import type { McpContext } from './context.ts';

/** A tool for MCP clients. It is offered to callers who may do `action` through the REST API. */
export interface McpTool {
  name: string;
  title: string;
  /** For the language model that chooses among tools. */
  description: string;
  action: Action;
  /** Effects of a call. Default: read only. */
  annotations?: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
  inputSchema: TSchema;
  /** Schema of the result. Clients may check it, so it contains only what always holds. */
  outputSchema: TSchema;
  /** @throws ServiceError; `invalid_input` when the input does not match the schema */
  call(ctx: McpContext, input: unknown, round: Round): Promise<object | AskedBack>;
}

/** One round of a call: it comes again with what its user chose, where the tool asked back. */
export interface Round {
  signal: AbortSignal;
  /** Whether the client can ask its user, and was not asked to yet. */
  mayAskBack: boolean;
  /** What the user chose. */
  chosen?: string | undefined;
  /** What the tool said about the round before; the client may have changed it. */
  state?: string | undefined;
}

/** A question that a tool asks back instead of a result. */
export class AskedBack {
  readonly message: string;
  readonly choices: string[];
  readonly state: string;

  constructor(message: string, choices: string[], state: string) {
    this.message = message;
    this.choices = choices;
    this.state = state;
  }
}

interface ToolDefinition<Shape extends TSchema> extends Omit<McpTool, 'inputSchema' | 'outputSchema' | 'call'> {
  input: Shape;
  output: TSchema;
  run(ctx: McpContext, input: Static<Shape>, round: Round): Promise<object | AskedBack>;
}

/** Creates a tool that validates its input before it runs. */
export function defineMcpTool<Shape extends TSchema>({ input, output, run, ...rest }: ToolDefinition<Shape>): McpTool {
  let check: ((input: unknown) => Static<Shape>) | undefined;
  return {
    ...rest,
    inputSchema: input,
    outputSchema: output,
    async call(ctx, given, round) {
      check ??= compileCheck(input, 'json');
      return run(ctx, check(given), round);
    },
  };
}

export const project = Type.String({
  minLength: 1,
  maxLength: 140,
  description: 'Name or ID of the project, such as `default`; `list_projects` returns them.',
});

/** Longer lists are rarely useful to a language model. */
const mostListed = 200;

export const firstByName: Listing = {
  column: 'name',
  descending: false,
  limit: mostListed,
  after: undefined,
  name: undefined,
  search: undefined,
};

/** Creates something and deletes nothing. */
export const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** The schema of a list with a flag for further items. */
export function listOf(key: string, fields: Record<string, TSchema>): TSchema {
  return Type.Object({ [key]: Type.Array(Type.Object(fields)), more: Type.Boolean() });
}

export const textOrNull = Type.Union([Type.String(), Type.Null()]);
