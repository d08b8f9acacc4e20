/** A provider of language models on loopback that answers from a script, in the protocol of the request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { anthropicMessages } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai.ts';
import type { Asked, Protocol, Reply } from './script.ts';

type Next = Reply | ((asked: Asked) => Reply);

export interface LoopbackProvider {
  /** Base addresses in the form that each provider's settings need. */
  openai: string;
  anthropic: string;
  google: string;
  /** All requests so far, in order. */
  asked: Asked[];
  /**
   * Sets the next replies, replacing the rest of an earlier script; afterwards the fallback is used, by default the
   * text `ok`.
   */
  script(...replies: Next[]): void;
  stop(): Promise<void>;
}

export async function startLoopbackProvider(fallback: Reply = { text: 'ok' }): Promise<LoopbackProvider> {
  const asked: Asked[] = [];
  const replies: Next[] = [];
  const server = createServer(async (request, response) => {
    const one = await readAsked(request, response);
    asked.push(one);
    const next = replies.shift() ?? fallback;
    await answer(one, typeof next === 'function' ? next(one) : next, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    openai: `${base}/v1`,
    anthropic: `${base}/v1`,
    google: `${base}/v1beta`,
    asked,
    script: (...next) => void replies.splice(0, replies.length, ...next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAsked(request: IncomingMessage, response: ServerResponse): Promise<Asked> {
  const closed = new Promise<'answered' | 'gone'>((resolve) =>
    response.once('close', () => resolve(response.writableFinished ? 'answered' : 'gone')),
  );
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: await json(request), closed };
}

async function answer(asked: Asked, reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.afterMs !== undefined) await pause(reply.afterMs);
  await reply.after;
  if (reply.hangs) return;
  if (reply.fails) return sendFailure(reply.fails, response);
  if (asked.path.includes('/embeddings')) return sendJson(embeddings(asked), response);
  const { protocol, model, streams } = addressOf(asked);
  if (streams) return sendPieces(protocol.pieces(reply, model), reply, response);
  const text = JSON.stringify(protocol.whole(reply, model));
  if (reply.breaks) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) });
    response.write(text.slice(0, text.length >> 1), () => response.destroy());
  } else sendJson(text, response);
}

function addressOf({ path, body }: Asked): { protocol: Protocol; model: string; streams: boolean } {
  const [, model = body.model] = /\/models\/([^:]+):/.exec(path) ?? [];
  if (path.includes('enerateContent')) return { protocol: gemini, model, streams: path.includes(':stream') };
  const protocol = path.endsWith('/messages') ? anthropicMessages : openaiChat;
  return { protocol, model, streams: body.stream === true };
}

function sendFailure({ status, headers = {}, body }: NonNullable<Reply['fails']>, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? { error: { message: `status ${status}` } }));
}

function sendJson(value: unknown, response: ServerResponse): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

async function sendPieces(pieces: string[], { breaks, stalls }: Reply, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const sent = breaks || stalls ? pieces.slice(0, Math.max(1, pieces.length >> 1)) : pieces;
  for (const piece of sent) await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  if (breaks) response.destroy();
  else if (!stalls) response.end();
}

/** Returns a vector of four numbers per text: the counts of four letters. */
function embeddings({ body }: Asked): object {
  const texts: string[] = [body.input].flat();
  const vector = (text: string) => [...'aeio'].map((letter) => text.split(letter).length - 1);
  return {
    object: 'list',
    model: body.model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) })),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  };
}
