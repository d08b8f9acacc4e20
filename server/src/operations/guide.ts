import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { App } from '../http/reply/app.ts';

/** What `npm install` builds of `docs/`. */
const built = join(import.meta.dirname, '../../../docs/.vitepress/dist');

/** Stands in the built files where the path of the guide belongs (docs/.vitepress/config.ts). */
const written = '/sibyl-guide-base/';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
};
const texts = new Set(['.html', '.js', '.css', '.json']);

const route = { schema: { hide: true }, config: { action: 'service.documentation' } } as const;

/** Adds the guide at /docs/guide: the pages of `docs/`, which need no network. */
export function addGuide(app: App, folder = built): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  app.get('/docs/guide', route, (_request, reply) => send(reply, 'index.html'));
  app.get<{ Params: { '*': string } }>('/docs/guide/*', route, async (request, reply) => {
    const files = await listFiles(folder);
    const path = request.params['*'];
    const file = [path, `${path}.html`, 'index.html'].find((name, at) => files.has(name) && (at < 2 || path === ''));
    if (file === undefined || extname(file) === '')
      throw new ServiceError('route_not_found', 'The guide has no such page; /docs/guide lists all.');
    return send(reply, file);
  });

  async function send(reply: FastifyReply, file: string): Promise<FastifyReply> {
    const ending = extname(file);
    const content = await readFile(join(folder, file));
    const isLasting = file.startsWith('assets/');
    reply.header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    reply.type(types[ending] ?? 'application/octet-stream');
    if (!texts.has(ending)) return reply.send(content);
    const text = content.toString().replaceAll(written, () => `${app.publicPath}/docs/guide/`);
    if (ending === '.html') reply.header('content-security-policy', policyOf(text));
    return reply.send(text);
  }
}

/** The page runs its own files, and the few lines that are written in it as they are. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return [
    `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'`,
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');
}

/** Only what is listed is opened: no name leads out of the folder. A new build has other names. */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const paths = await readdir(folder, { recursive: true, encoding: 'utf8' });
  return new Set(paths.map((path) => path.replaceAll(sep, '/')));
}
