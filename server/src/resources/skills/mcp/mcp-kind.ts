import { Type } from 'typebox';
import { invalidField } from '../../../errors.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind } from '../kind.ts';
import { ownHeaders, requireOwnHeaders } from '../own-headers.ts';
import { openMcpClient } from './mcp-client.ts';

const params = Type.Object(
  {
    url: Type.String({ maxLength: 2000, description: 'Address of a server with Streamable HTTP.' }),
    tools: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      uniqueItems: true,
      maxItems: 50,
      description: 'Tools of the server that may be called. Without any, `test` lists them.',
    }),
    headers: Type.Optional(ownHeaders),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 120_000, default: 30_000 })),
  },
  { additionalProperties: false },
);

/** The listed tools of an MCP server, and no others that it may offer. */
export const mcpKind = defineKind({
  type: 'mcp',
  params,
  secrets: ['headers'],
  secretsGoTo: (_ctx, _project, { url }) => requireUrl(url).origin,
  async check(_ctx, _project, { url, headers }) {
    requireUrl(url);
    requireOwnHeaders(headers);
  },
  async open(
    ctx,
    { project, name, description, params: { url, tools: allowed, headers = {}, timeout_ms: timeoutMs = 30_000 } },
    signal,
  ) {
    const fetch = ctx.outgoing.fetcher({ maxBytes: 1_000_000, maxStreamBytes: 4_000_000 });
    const client = await openMcpClient({ url: requireUrl(url), headers, timeoutMs, fetch }, signal);
    const offered = client.tools.filter((tool) => allowed.includes(tool.name));
    const tools = offered.map((tool) =>
      defineTool({
        skill: name,
        name: tool.name,
        description: tool.description,
        parameters: tool.parameters,
        judge: (schema, input, called) => ctx.foreign.judgeInput(schema, input, requesterOf(ctx, project.id, called)),
        run: (input, run) => client.call(tool.name, input, run.signal),
      }),
    );
    const missing = allowed.filter((one) => !offered.some((tool) => tool.name === one));
    const listed = allowed.length === 0 ? client.tools.map((tool) => tool.name).join(', ') : '';
    const lines = [
      description,
      missing.length > 0 ? `The server does not offer ${missing.join(', ')} now.` : '',
      listed === '' ? '' : `No tool is allowed. The server offers: ${listed}.`,
    ];
    return {
      skill: name,
      type: 'mcp',
      instruct: () => lines.filter((line) => line !== '').join('\n'),
      tools,
      offered: client.tools.map((tool) => ({ name: tool.name, description: tool.description })),
      grounding: { kind: 'other', skill: name },
      close: client.close,
    };
  },
});

function requireUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === '') return url;
  throw invalidField('/params/url', 'must be an http or https address without password and #', 'wrong_format');
}
