import { setTimeout as wait } from 'node:timers/promises';
import { startLoopback } from '../loopback.ts';

/** What goes wrong between a service and a platform. */
export type Fault = 'silent' | 'slow' | '429' | '503' | 'half-open' | 'page' | 'lost';

/** Calls that post or edit; all others go through. */
const posts = /sendMessage|editMessageText|chat\.(?:postMessage|update)|\/messages|\/activities|\/answers/;
const slowMs = 1500;
const page = '<!doctype html><title>Sign in to the guest network</title>';

/**
 * Stands before a platform. `silent` and `half-open` do what they were asked to and lose the answer: nothing comes of it,
 * or its beginning; so does `lost`, and the connection breaks at once. `page` is 200 with HTML, as a proxy or a sign-in page in between answers.
 */
export async function startFront(target: string) {
  let faults: Fault[] = [];
  const server = await startLoopback(async ({ method, path, headers, body }, response) => {
    const isPost = method !== 'GET' && posts.test(path) && !/"(?:typing|read)"/.test(body);
    const fault = isPost ? faults.shift() : undefined;
    if (fault === '429' || fault === '503') {
      response.writeHead(Number(fault), { 'content-type': 'application/json', 'retry-after': '1' });
      return void response.end('{"ok": false, "error": "ratelimited"}');
    }
    if (fault === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    if (fault === 'slow') await wait(slowMs);
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
    const sent = { method, headers: rest as Record<string, string>, body: method === 'GET' ? undefined : body };
    const answer = await fetch(target + path, sent).catch(() => undefined);
    if (!answer) return void response.destroy();
    const text = await answer.text();
    if (fault === 'silent') return;
    if (fault === 'lost') return void response.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    if (fault === 'half-open') return void response.write(text.slice(0, 3));
    response.end(text);
  });
  return {
    url: server.url,
    /** The next calls that post meet these, one each. */
    meet(...next: Fault[]) {
      faults = next;
    },
    stop: server.stop,
  };
}
