import fastify, { type FastifyInstance } from 'fastify';
import type { OpenApi } from './document.ts';

interface Page {
  type: string;
  content: Uint8Array;
}

interface PageRequest {
  /** The OpenAPI document, in JSON. */
  json: string;
  /** Where the link back leads. */
  home: string;
  path: string;
}

let rendered: Promise<FastifyInstance> | undefined;

/** Writes a page of the playground. The page and its script, 4 MB, are loaded once in this thread. */
export async function showPage({ json, home, path }: PageRequest): Promise<Page> {
  rendered ??= renderPlayground(JSON.parse(json), home);
  const { statusCode, headers, rawPayload } = await (await rendered).inject({ method: 'GET', url: path });
  if (statusCode !== 200) throw new Error(`the playground answers ${path} with ${statusCode}`);
  return { type: String(headers['content-type']), content: rawPayload };
}

/** The colours and the font of the studio. */
const dress = `
  .light-mode { --scalar-color-accent: #5f3dc4; --scalar-background-accent: #5f3dc41f }
  .dark-mode { --scalar-color-accent: #b197fc; --scalar-background-accent: #b197fc1f }
  :root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, Menlo, monospace; --scalar-radius: 8px }
`;

/** Adds where calls go, and a link back. */
function withNotice(document: object, home: string): object {
  const { info, ...rest } = document as { info: { description: string } };
  const notice =
    '**This page calls the service that it came from**, on your machine or network. A hosted (cloud) deployment is not supported.';
  return {
    ...rest,
    info: { ...info, description: `${info.description}\n\n${notice}\n\n[Back to the studio](${home})` },
  };
}

async function renderPlayground(document: OpenApi, home: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const inner = fastify();
  await inner.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Sibyl API',
      favicon: 'data:,',
      content: withNotice(document, home),
      customCss: dress,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      modelsSectionLabel: 'Schemas',
      servers: document.servers,
    },
  });
  await inner.ready();
  return inner;
}
