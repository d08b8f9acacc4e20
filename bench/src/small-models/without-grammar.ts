import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Starts a server that passes everything on to another, but knows no `response_format`, as many do; returns its base URL. */
export function startWithoutGrammar(target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (body.includes('"response_format"'))
      return void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error": {"message": "response_format is not supported"}}');
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    }).catch(() => undefined);
    if (!answer?.body) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => response.destroy());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
