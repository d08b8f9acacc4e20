import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Cuts connections that were silent for too long, but none whose request has come whole: there the service is what takes its time. */
export function cutIdleConnections(server: Server): void {
  const exchanges = new WeakMap<Socket, Exchange>();
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
  server.on('timeout', (socket) => {
    const exchange = exchanges.get(socket);
    const isWorking = exchange?.request.complete && !exchange.response.headersSent;
    if (!isWorking) socket.destroy();
  });
}
