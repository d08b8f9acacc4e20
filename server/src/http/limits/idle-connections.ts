import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Closes connections that were idle for too long, except while the service works on a complete request. */
export function cutIdleConnections(server: Server): void {
  const exchanges = new WeakMap<Socket, Exchange>();
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
  server.on('timeout', (socket) => {
    const exchange = exchanges.get(socket);
    const isWorking = exchange?.request.complete && !exchange.response.headersSent;
    if (!isWorking) socket.destroy();
  });
}
