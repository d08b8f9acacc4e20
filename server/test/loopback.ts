import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  url: string;
  /** The received requests, with the body as text. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  stop(): Promise<void>;
}

/** A foreign HTTP service on this machine. `answer` may leave a response open; it is closed when the server stops. */
export async function startLoopback(
  answer: (request: LoopbackServer['requests'][number], response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const requests: LoopbackServer['requests'] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = { method, path: url, headers, body };
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
