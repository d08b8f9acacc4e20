import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { App } from '../reply/app.ts';
import { addPlayground } from './playground.ts';

/** A playground whose pages are their own paths; `written` are those that were written. */
function openPlayground() {
  const written: string[] = [];
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const run = async (_task: string, { path }: { path: string }) => {
    written.push(path);
    return { type: 'text/plain', content: Buffer.from(path) };
  };
  app.decorate('publicPath', '').decorate('documentation', { json: async () => '{}', threads: { run } } as never);
  addPlayground(app as never as App);
  return { app, written };
}

it('writes a page once for all who ask for it before it is written', async () => {
  const { app, written } = openPlayground();
  const answers = await Promise.all(Array.from({ length: 300 }, () => app.inject('/docs/?theme=dark')));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set(['200 /docs/']));
  expect(written).toEqual(['/docs/']);
});

it('writes nothing for another spelling of a path, and leads to its page whatever follows', async () => {
  const { app, written } = openPlayground();
  for (const path of ['/docs/js/scalar.js', '/docs/%6as/scalar.js', '/docs/js/scalar%2Ejs']) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode, body]).toEqual([path, 200, '/docs/js/scalar.js']);
  }
  await app.inject('/docs/nothing/there');
  expect(written).toEqual(['/docs/js/scalar.js']);
  expect((await app.inject('/docs?theme=dark')).headers.location).toBe('/docs/');
});
