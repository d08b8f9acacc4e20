import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { App } from '../http/reply/app.ts';
import { wantsPage } from '../http/request/accept.ts';

/** The studio as built by `npm install`. */
const built = join(import.meta.dirname, '../../../studio/dist');
/** Addresses of the studio's pages; the studio itself decides which page to show. */
const pages = ['/p/*', '/settings/*', '/sign-in'];

/** The page loads only its own files and calls only this service; its components set styles. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'",
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const config = { action: 'service.documentation' } as const;
const schema = { hide: true };

export function isStudioBuilt(folder = built): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** Adds the studio's pages and files. */
export function addStudio(app: App, folder = built): void {
  if (!isStudioBuilt(folder)) return;
  for (const path of pages)
    app.get(path, { schema, config }, (request, reply) => {
      if (!wantsPage(request)) throw nothingThere(request);
      return sendStudio(reply, folder);
    });
  app.get<{ Params: { file: string } }>('/assets/:file', { schema, config }, (request, reply) =>
    sendFile(request, reply, folder),
  );
}

/** Sends the studio's page, never cached, so that it names the files of the newest build. */
export async function sendStudio(reply: FastifyReply, folder = built): Promise<FastifyReply> {
  const prefix = reply.server.publicPath;
  const text = await readFile(join(folder, 'index.html'), 'utf8');
  const page = text
    .replaceAll('="./assets/', () => `="${prefix}/assets/`)
    .replace('name="sibyl-path" content=""', () => `name="sibyl-path" content="${prefix}"`);
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'accept' });
  return reply.type('text/html; charset=utf-8').send(page);
}

type FileRequest = FastifyRequest<{ Params: { file: string } }>;

/** Only listed files are served, so that no name leads out of the folder. */
async function sendFile(request: FileRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const { file } = request.params;
  const assets = join(folder, 'assets');
  const names = new Set(await readdir(assets));
  if (!names.has(file) || file.endsWith('.gz')) throw nothingThere(request);
  const isPacked = names.has(`${file}.gz`) && (request.headers['accept-encoding'] ?? '').includes('gzip');
  // Read before any header is set: a build that takes its place removes what was listed, and a failure has no packing.
  const content = await readFile(join(assets, isPacked ? `${file}.gz` : file));
  if (isPacked) reply.header('content-encoding', 'gzip');
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return reply.type(type).send(content);
}

function nothingThere({ url }: FastifyRequest): ServiceError {
  return new ServiceError(
    'route_not_found',
    `Nothing answers at ${url.split('?')[0].slice(0, 200)}; /docs lists every address.`,
  );
}
