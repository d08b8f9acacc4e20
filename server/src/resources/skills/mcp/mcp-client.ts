import type { CallToolResult, Client, ClientOptions, Tool as McpTool } from '@modelcontextprotocol/client';
import { ServiceError } from '../../../errors.ts';
import { version } from '../../../release.ts';
import { boundExceeded, schemaBounds } from '../foreign/bounds.ts';
import type { JsonSchema, ToolResult } from '../toolset.ts';

interface McpSettings {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Time limit of one request to the server. */
  timeoutMs: number;
  /** Checks addresses and enforces the size limit. */
  fetch: typeof fetch;
}

interface OfferedTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

interface OpenMcpClient {
  /** All tools that the server offers. */
  tools: OfferedTool[];
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}

const mostTools = 500;
const mostPages = 20;
const longestName = 200;
const mostCharacters = 40_000;
const mostBlocks = 100;
const resultBounds = { nodes: 10_000, characters: mostCharacters, depth: 64 };

/**
 * Connects to an MCP server by Streamable HTTP. There is no other transport, so that no program is ever started on this
 * machine.
 */
export async function openMcpClient(
  { url, headers, timeoutMs, fetch }: McpSettings,
  signal: AbortSignal,
): Promise<OpenMcpClient> {
  const sdk = await import('@modelcontextprotocol/client'); // 20 MB with its schemas
  // The client would compile the output schemas of the server on the main thread
  const jsonSchemaValidator = { getValidator: () => () => ({ valid: true, data: undefined, errorMessage: undefined }) };
  const client = new sdk.Client({ name: 'sibyl', version }, {
    jsonSchemaValidator,
    listMaxPages: mostPages,
  } as ClientOptions);
  const transport = new sdk.StreamableHTTPClientTransport(url, { fetch, requestInit: { headers: { ...headers } } });
  const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
  const close = () => client.close().catch(() => {}); // the server may be gone already
  try {
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    return {
      tools: tools
        .filter(({ name }) => name.length <= longestName)
        .slice(0, mostTools)
        .map(offeredOf),
      call: (tool, input, running) => callTool(client, { tool, input, timeoutMs, signal: running }),
      close,
    };
  } catch (error) {
    await close();
    throw explain(error, url, signal);
  }

  async function callTool(
    connected: Client,
    call: { tool: string; input: Record<string, unknown>; timeoutMs: number; signal: AbortSignal },
  ): Promise<ToolResult> {
    const limits = { signal: call.signal, timeout: call.timeoutMs, maxTotalTimeout: call.timeoutMs };
    try {
      return resultOf(await connected.callTool({ name: call.tool, arguments: call.input }, limits));
    } catch (error) {
      throw explain(error, url, call.signal);
    }
  }
}

/** A schema that is too large would be sent to the language model with each question; the server checks its input itself. */
function offeredOf({ name, description = '', inputSchema }: McpTool): OfferedTool {
  const isLarge = boundExceeded(inputSchema, schemaBounds) !== undefined;
  const parameters = isLarge ? { type: 'object' } : inputSchema;
  return { name, description: description.slice(0, 1000), parameters };
}

function resultOf({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const texts = content
    .slice(0, mostBlocks)
    .map((block) => (block.type === 'text' ? block.text.slice(0, mostCharacters) : `[${block.type}]`));
  const text = texts.join('\n').slice(0, mostCharacters);
  if (isError) return { content: { error: text } };
  const isSmall = structuredContent !== undefined && boundExceeded(structuredContent, resultBounds) === undefined;
  return { content: isSmall ? structuredContent : text };
}

/** Explains a failure without the server's own text, which may repeat secrets. */
function explain(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ServiceError) return cause;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new ServiceError('tool_failed', `The MCP server at ${url.host} did not answer as it should${code}.`, {
    cause: error,
  });
}
