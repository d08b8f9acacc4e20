import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { undoAtExit } from '../process/cleanup.ts';

const slowMs = 10_000;

/**
 * Everything that the service calls during the run: an OpenAI-compatible language model and embeddings (slow for the
 * model `slow`), webhook and answer receivers, and the part of Meta's API that starting a bot needs.
 * @returns its loopback URL
 */
export async function startPeer(): Promise<string> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAtExit(() => server.closeAllConnections());
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const path = request.url ?? '';
  if (path.endsWith('/embeddings')) await sendVectors(JSON.parse(body), response);
  else if (path.endsWith('/chat/completions')) sendAnswer(JSON.parse(body), response);
  else send(response, { id: '100000', display_phone_number: '+49 1', messages: [{ id: 'wamid.1' }] });
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function sendVectors({ input, model }: { input: string | string[]; model: string }, response: ServerResponse) {
  if (model === 'slow') await pause(slowMs);
  const data = [input].flat().map((one, index) => ({ object: 'embedding', index, embedding: [one.length, 1, 2, 3] }));
  send(response, { object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
}

function sendAnswer({ stream }: { stream?: boolean }, response: ServerResponse): void {
  const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'some' };
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
  if (!stream) {
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'An answer.' } }];
    send(response, { ...head, object: 'chat.completion', choices, usage });
    return;
  }
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'An answer.' }, finish_reason: 'stop' }];
  const piece = JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, usage });
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${piece}\n\ndata: [DONE]\n\n`);
}
