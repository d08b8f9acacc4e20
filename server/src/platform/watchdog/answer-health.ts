import type { Server, ServerResponse } from 'node:http';

/** An import would read every name of the module, and one of them loads a client of 760 kB. */
const { createServer, get } = process.getBuiltinModule('node:http');

/** A main thread that is silent for longer is not ready, whatever becomes of it. */
const notReadyMs = 10_000;
const lookEveryMs = 250;
const path = '/health/ready';

interface MainThread {
  version: string;
  silentMs: () => number;
  /** Where the main thread listens; undefined until it does. */
  address: () => string | undefined;
}

/** Answers `/health/ready` for the main thread: what that says, or 503 while it stands still. */
export function answerHealth(main: MainThread): Server {
  return createServer((request, response) => {
    if (request.url?.split('?')[0] !== path) return send(response, 404, { status: 'not_found' });
    const address = main.address();
    if (address === undefined) return send(response, 503, { status: 'starting', version: main.version });
    pass(main, address, response);
  });
}

function pass(main: MainThread, address: string, response: ServerResponse): void {
  const asked = get(`${address}${path}`, { agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
    answer.on('error', () => response.destroy()).pipe(response);
  });
  const refuse = () => send(response, 503, { status: 'standing_still', version: main.version });
  const look = () => {
    if (main.silentMs() >= notReadyMs) asked.destroy(new Error('the main thread stands still'));
  };
  const timer = setInterval(look, lookEveryMs);
  asked.on('error', () => (response.headersSent ? response.destroy() : refuse()));
  asked.on('close', () => clearInterval(timer));
  response.on('close', () => asked.destroy());
  look();
}

function send(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
