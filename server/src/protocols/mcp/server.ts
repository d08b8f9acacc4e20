import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { problemOf, serviceErrorOf } from '../../http/reply/problem.ts';
import { permissionFor } from '../../http/request/permissions.ts';
import { version } from '../../release.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import type { McpContext } from './context.ts';
import { addResources } from './resources.ts';
import { AskedBack, type McpTool, type Round } from './tool.ts';
import { mcpTools } from './tools.ts';

const instructions =
  'Sibyl keeps tables, models trained on them, knowledge bases and agents in projects. Begin with list_projects, look at what a project holds, then query, predict, search or ask.';

/** Creates an MCP server for one request, with the tools that its caller may use. */
export function openMcpServer(ctx: McpContext, requestId: string): Server {
  const server = new Server(
    { name: 'sibyl', title: 'Sibyl', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  addResources(server, ctx);
  server.setRequestHandler('tools/list', () => ({
    tools: [...mcpTools.values()].filter(mayUse(ctx)).map(describeTool),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = mcpTools.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const { signal, inputResponses } = mcpReq;
    const round = {
      signal,
      mayAskBack: inputResponses === undefined && server.getClientCapabilities()?.elicitation !== undefined,
      ...chosenIn(inputResponses, mcpReq.requestState()),
    };
    return callTool(ctx, tool, params.arguments ?? {}, { requestId, round });
  });
  return server;
}

function mayUse({ role }: Caller): (tool: McpTool) => boolean {
  return ({ action }) => permissionFor(action).roles === 'anybody' || permissionFor(action).roles.includes(role);
}

const readsOnly = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

function describeTool(tool: McpTool) {
  const { name, title, description, inputSchema, outputSchema, annotations = readsOnly } = tool;
  const [input, output] = [inputSchema, outputSchema].map((schema) => ({ ...schema, type: 'object' as const }));
  return { name, title, description, inputSchema: input, outputSchema: output, annotations };
}

const reading = 'reading';

/** What the user chose of the readings that a tool offered; nothing where it declined. */
function chosenIn(responses: Record<string, unknown> | undefined, state: unknown): Pick<Round, 'chosen' | 'state'> {
  if (responses === undefined) return {};
  const chosen = acceptedContent(responses, reading)?.[reading];
  return {
    ...(typeof chosen === 'string' && chosen.trim() !== '' ? { chosen } : {}),
    ...(typeof state === 'string' ? { state } : {}),
  };
}

function askBack({ message, choices, state }: AskedBack): InputRequiredResult {
  const properties = { [reading]: { type: 'string' as const, title: 'Which is meant?', enum: choices } };
  const requestedSchema = { type: 'object' as const, properties, required: [reading] };
  return inputRequired({
    inputRequests: { [reading]: inputRequired.elicit({ message, requestedSchema }) },
    requestState: state,
  });
}

/**
 * Returns errors that the caller can fix as a tool result, so that a language model reads them: the problem document of
 * the REST API.
 */
async function callTool(
  ctx: McpContext,
  tool: McpTool,
  input: unknown,
  { requestId, round }: { requestId: string; round: Round },
): Promise<CallToolResult | InputRequiredResult> {
  try {
    requirePermission(ctx, tool.action);
    const result = await tool.call(ctx, input, round);
    return result instanceof AskedBack ? askBack(result) : resultOf(result);
  } catch (thrown) {
    round.signal.throwIfAborted();
    const error = thrown instanceof ServiceError ? thrown : serviceErrorOf(thrown);
    if (error.code === 'internal') ctx.log.error({ reqId: requestId, err: thrown, tool: tool.name }, 'a tool failed');
    return { ...resultOf(problemOf(error, requestId)), isError: true };
  }
}

/** Adds the result as text, for clients that ignore structured content. */
function resultOf(content: object): CallToolResult {
  const text = JSON.stringify(content);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}
