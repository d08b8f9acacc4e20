import { ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';
import { reader, writtenOnce } from './openapi.ts';

/** All pages there are; the first names the others by relative addresses. */
const pages = ['/docs/', '/docs/js/scalar.js', '/docs/openapi.json', '/docs/openapi.yaml'];

/** Adds the API playground at /docs/, which works offline: page and script come from the installed package. */
export function addPlayground(app: App): void {
  const home = `${app.publicPath}/`;
  const route = { schema: { hide: true }, config: { action: 'service.documentation' } } as const;
  for (const path of pages) {
    // All who ask before it is written wait for one writing, and nothing that they choose is kept.
    const read = writtenOnce(async () => {
      const { json, threads } = app.documentation;
      return threads.run('showPage', { json: await json(), home, path }, reader);
    });
    app.get(path, route, async ({ url }, reply) => {
      const [asked] = url.split('?');
      // `/docs` leads here, too, where the relative addresses would lead elsewhere.
      if (path.endsWith('/') && !asked.endsWith('/')) return reply.redirect(path);
      const { type, content } = await read();
      return reply.header('content-security-policy', playgroundPolicy).type(type).send(content);
    });
  }
  app.get('/docs/*', route, () => {
    throw new ServiceError('route_not_found', 'The playground has no such page; it begins at /docs/.');
  });
}

/** The playground has inline scripts and styles, and loads nothing from elsewhere. */
const playgroundPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:";
