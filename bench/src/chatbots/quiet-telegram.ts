import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Bot API without messages: it accepts every token but those ending in `revoked`, and holds each poll. */
export async function startQuietTelegram(): Promise<{ url: string; polls: () => number; stop(): void }> {
  const polls = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    request.resume();
    const [, token = '', method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (token.endsWith('revoked')) return answer(response, 401, { ok: false, error_code: 401 });
    if (method !== 'getUpdates')
      return answer(response, 200, { ok: true, result: { id: 1, is_bot: true, username: 'quiet_bot' } });
    polls.add(response);
    return response.once('close', () => polls.delete(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    polls: () => polls.size,
    stop: () => server.closeAllConnections(),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
