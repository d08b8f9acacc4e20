import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../server.ts';

/**
 * The API playground at /docs, working with no network: page and script come from the installed package.
 * It weighs 4 MB, so it is loaded by the first visitor, in a Fastify of its own, and not at start.
 */
export function addPlayground(app: App): void {
  let rendered: Promise<FastifyInstance> | undefined;
  const schema = { hide: true };
  const config = { action: 'service.documentation' } as const;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page names its script by a relative address.
    if (request.url === '/docs') return reply.redirect('/docs/');
    rendered ??= renderPlayground(app.swagger());
    const page = await (await rendered).inject({ method: 'GET', url: request.url });
    reply.header('content-security-policy', playgroundPolicy);
    return reply.code(page.statusCode).type(String(page.headers['content-type'])).send(page.rawPayload);
  };
  app.get('/docs', { schema, config }, answer);
  app.get('/docs/*', { schema, config }, answer);
}

/** The playground brings inline scripts and styles, and nothing from elsewhere. */
const playgroundPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:";

/** The colours and the font of the studio. */
const dress = `
  .light-mode { --scalar-color-accent: #5f3dc4; --scalar-background-accent: #5f3dc41f }
  .dark-mode { --scalar-color-accent: #b197fc; --scalar-background-accent: #b197fc1f }
  :root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, Menlo, monospace; --scalar-radius: 8px }
`;

/** Says where calls go (SPEC.md §1), and leads back. */
function withNotice(document: object): object {
  const { info, ...rest } = document as { info: { description: string } };
  const notice =
    '**This page calls the service that it came from**, on your machine or network. A hosted (cloud) deployment is not supported.';
  return { ...rest, info: { ...info, description: `${info.description}\n\n${notice}\n\n[Back to the studio](/)` } };
}

async function renderPlayground(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const inner = fastify();
  await inner.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Sibyl API',
      favicon: 'data:,',
      content: withNotice(document),
      customCss: dress,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      modelsSectionLabel: 'Schemas',
      servers: [{ url: '/v1/api' }, { url: '/' }],
    },
  });
  await inner.ready();
  return inner;
}
