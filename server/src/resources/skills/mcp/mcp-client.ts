import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { ServiceError } from '../../../errors.ts';
import { version } from '../../../release.ts';
import type { JsonSchema, ToolResult } from '../toolset.ts';

interface McpSettings {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Of one request to the server. */
  timeoutMs: number;
  /** Checks addresses and keeps the cap on size. */
  fetch: typeof fetch;
}

interface OfferedTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

interface OpenMcpClient {
  /** All that the server offers. */
  tools: OfferedTool[];
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}

const mostSchemaCharacters = 20_000;
const mostCharacters = 40_000;

/** Connects to an MCP server by Streamable HTTP: it has no other transport, so nothing is ever started on this machine. */
export async function openMcpClient(
  { url, headers, timeoutMs, fetch }: McpSettings,
  signal: AbortSignal,
): Promise<OpenMcpClient> {
  const sdk = await import('@modelcontextprotocol/client'); // 20 MB with its schemas
  const client = new sdk.Client({ name: 'sibyl', version });
  const transport = new sdk.StreamableHTTPClientTransport(url, { fetch, requestInit: { headers: { ...headers } } });
  const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
  const close = () => client.close().catch(() => {}); // the server may be gone: nothing is lost
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

/** Patterns of a stranger could take forever; the server judges its input by itself. */
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

/** What broke, without what the server says: that may repeat what it was sent. */
function explain(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ServiceError) return cause;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new ServiceError('tool_failed', `The MCP server at ${url.host} did not answer as it should${code}.`, {
    cause: error,
  });
}
