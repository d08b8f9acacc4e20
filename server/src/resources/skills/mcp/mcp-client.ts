import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { ServiceError } from '../../../errors.ts';
import { version } from '../../../release.ts';
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

const mostSchemaCharacters = 20_000;
const mostCharacters = 40_000;

/**
 * Connects to an MCP server by Streamable HTTP. There is no other transport, so that no program is ever started on this
 * machine.
 */
export async function openMcpClient(
  { url, headers, timeoutMs, fetch }: McpSettings,
  signal: AbortSignal,
): Promise<OpenMcpClient> {
  const sdk = await import('@modelcontextprotocol/client'); // 20 MB with its schemas
  const client = new sdk.Client({ name: 'sibyl', version });
  const transport = new sdk.StreamableHTTPClientTransport(url, { fetch, requestInit: { headers: { ...headers } } });
  const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
  const close = () => client.close().catch(() => {}); // the server may be gone already
  try {
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    return {
      tools: tools.map(({ name, description = '', inputSchema }) => ({
        name,
        description: description.slice(0, 1000),
        parameters: withoutPatterns(inputSchema),
      })),
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

/**
 * Removes patterns from schemas: a regular expression from the server could run forever. The server validates its input
 * itself.
 */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    (key === 'pattern' && typeof value === 'string') || key === 'patternProperties' ? undefined : value,
  );
  return text.length > mostSchemaCharacters ? { type: 'object' } : JSON.parse(text);
}

function resultOf({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const texts = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
  const text = texts.join('\n').slice(0, mostCharacters);
  if (isError) return { content: { error: text } };
  const isSmall = structuredContent !== undefined && JSON.stringify(structuredContent).length <= mostCharacters;
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
