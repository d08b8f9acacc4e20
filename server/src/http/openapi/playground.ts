import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';
import type { Page } from './documentation-handler.ts';
import { reader } from './openapi.ts';

/** Adds the API playground at /docs, which works offline: page and script come from the installed package. */
export function addPlayground(app: App): void {
  const home = `${app.publicPath}/`;
  // Of the few paths that exist, in their usual spelling, so nothing that a visitor chooses makes it grow.
  const kept = new Map<string, Page>();
  const schema = { hide: true };
  const route = { action: 'service.documentation' } as const;
  const show = async (url: string): Promise<Page> => {
    const { json, threads } = app.documentation;
    return threads.run('showPage', { json: await json(), home, url }, reader);
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page names its script by a relative address.
    if (request.url === '/docs') return reply.redirect('/docs/');
    const [path] = request.url.split('?');
    const page = kept.get(path) ?? (await show(path));
    if (page.status === 404)
      throw new ServiceError('route_not_found', 'The playground has no such page; it begins at /docs/.');
    if (page.status === 200 && isPlain.test(path)) kept.set(path, page);
    reply.header('content-security-policy', playgroundPolicy);
    return reply.code(page.status).type(page.type).send(page.content);
  };
  app.get('/docs', { schema, config: route }, answer);
  app.get('/docs/*', { schema, config: route }, answer);
}

/** Without escapes, of which a path has any number. */
const isPlain = /^[\w./-]+$/;

/** The playground has inline scripts and styles, and loads nothing from elsewhere. */
const playgroundPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:";
