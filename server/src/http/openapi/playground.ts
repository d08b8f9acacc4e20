import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';
import type { OpenApi } from './document.ts';

/**
 * Adds the API playground at /docs, which works offline: page and script come from the installed package. It is 4 MB,
 * so it is loaded with the first visitor, in a separate Fastify, and not at start.
 */
export function addPlayground(app: App): void {
  let rendered: Promise<FastifyInstance> | undefined;
  const schema = { hide: true };
  const route = { action: 'service.documentation' } as const;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page names its script by a relative address.
    if (request.url === '/docs') return reply.redirect('/docs/');
    rendered ??= app.openApi().then((document) => renderPlayground(document, `${app.publicPath}/`));
    const page = await (await rendered).inject({ method: 'GET', url: request.url });
    if (page.statusCode === 404)
      throw new ServiceError('route_not_found', 'The playground has no such page; it begins at /docs/.');
    reply.header('content-security-policy', playgroundPolicy);
    return reply.code(page.statusCode).type(String(page.headers['content-type'])).send(page.rawPayload);
  };
  app.get('/docs', { schema, config: route }, answer);
  app.get('/docs/*', { schema, config: route }, answer);
}

/** The playground has inline scripts and styles, and loads nothing from elsewhere. */
const playgroundPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:";

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
