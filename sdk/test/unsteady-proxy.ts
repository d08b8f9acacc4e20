/** A proxy before a real service that fails like networks and proxies, when a test asks for it. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `pass` forwards the call; `drop` closes the connection before the service gets it, `lose` after it has answered;
 * `cut` ends the response after some events; a response replaces the service's.
 */
export type Fate =
  | 'pass'
  | 'drop'
  | 'lose'
  | { cut: number }
  | { status: number; headers?: Record<string, string>; body: string };

export interface SeenCall {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  at: number;
}

export interface UnsteadyProxy {
  url: string;
  seen: SeenCall[];
  /** Sets what happens to the next calls, in order; later ones pass. */
  next(...fates: Fate[]): void;
  close(): void;
}

/** `prefix` is removed from the path, as by a proxy that serves under it. */
export async function startUnsteadyProxy(target: string, prefix = ''): Promise<UnsteadyProxy> {
  const seen: SeenCall[] = [];
  const fates: Fate[] = [];
  const server = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming;
    seen.push({ method, path: url, headers, at: Date.now() });
    meet(fates.shift() ?? 'pass', incoming, answer, target + url.slice(prefix.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    seen,
    next: (...coming) => void fates.push(...coming),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function meet(fate: Fate, incoming: IncomingMessage, answer: ServerResponse, url: string): void {
  if (fate === 'drop') return void incoming.socket.destroy();
  if (typeof fate === 'object' && 'status' in fate) {
    incoming.resume();
    return void answer.writeHead(fate.status, fate.headers).end(fate.body);
  }
  const { host: _, ...headers } = incoming.headers;
  const outgoing = request(url, { method: incoming.method, headers }, (given) => {
    if (fate === 'lose') return void given.resume().once('end', () => incoming.socket.destroy());
    answer.writeHead(given.statusCode ?? 0, given.headers);
    if (fate === 'pass') given.pipe(answer);
    else cutAfter(fate.cut, given, answer);
  });
  outgoing.once('error', () => incoming.socket.destroy());
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function cutAfter(events: number, given: IncomingMessage, answer: ServerResponse): void {
  let left = events;
  given.once('end', () => answer.end());
  given.setEncoding('utf8').on('data', (chunk: string) => {
    for (const block of chunk.split(/(?<=\n\n)/)) {
      if (left <= 0) continue;
      answer.write(block);
      if (block.includes('data:')) left -= 1;
      // Written data must be sent before the connection closes.
      if (left === 0) setTimeout(() => answer.destroy(), 50);
    }
  });
}
