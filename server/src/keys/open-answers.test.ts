import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { OpenAnswers } from './open-answers.ts';

/** An answer under way, from both its ends. */
async function openAnswer(answers: OpenAnswers, holder: { actor: string; mayGoOn(): boolean }) {
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200).flushHeaders();
    answers.follow(response, holder);
    begun.resolve(response);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  call.on('error', () => {}).end();
  const [incoming] = (await once(call, 'response')) as [IncomingMessage];
  return { response: await begun.promise, incoming };
}

function readAll(incoming: IncomingMessage) {
  const seen = { bytes: 0, text: '', isCut: false };
  incoming.on('data', (chunk: Buffer) => {
    seen.bytes += chunk.length;
    seen.text += chunk.subarray(0, 100).toString();
  });
  incoming.on('error', () => {});
  const ended = new Promise<void>((resolve) =>
    incoming.once('close', () => {
      seen.isCut = !incoming.complete;
      resolve();
    }),
  );
  return { seen, ended };
}

test('what waits to be sent when the right ends is never sent', async () => {
  const answers = new OpenAnswers();
  let may = true;
  const { response, incoming } = await openAnswer(answers, { actor: 'key_a', mayGoOn: () => may });
  const all = 64 * 1024 * 1024;
  response.write(Buffer.alloc(all));
  await pause(50); // the reader takes nothing: what fits into the buffers of the system is under way
  may = false;
  answers.judge();
  const { seen, ended } = readAll(incoming);
  await ended;
  expect(seen.isCut).toBe(true);
  expect(seen.bytes).toBeLessThan(all / 2);
});

test('while a key is changed its answers hold still; then they go on, in order, or are cut', async () => {
  const answers = new OpenAnswers();
  const may = { key_a: true, key_b: true };
  const a = await openAnswer(answers, { actor: 'key_a', mayGoOn: () => may.key_a });
  const b = await openAnswer(answers, { actor: 'key_b', mayGoOn: () => may.key_b });
  const [readA, readB] = [readAll(a.incoming), readAll(b.incoming)];
  const [letGoA, letGoAgain, letGoB] = [answers.hold('key_a'), answers.hold('key_a'), answers.hold('key_b')];
  expect([a.response.write('one '), b.response.write('never')]).toEqual([false, false]);
  a.response.end('two');
  letGoA();
  await pause(50);
  expect([readA.seen.bytes, readB.seen.bytes]).toEqual([0, 0]);
  may.key_b = false;
  letGoAgain();
  letGoB();
  await Promise.all([readA.ended, readB.ended]);
  expect(readA.seen).toMatchObject({ text: 'one two', isCut: false });
  expect(readB.seen).toMatchObject({ text: '', isCut: true });
});

test('nothing is sent of an answer that waits for the one before it on the connection', async () => {
  const answers = new OpenAnswers();
  let may = true;
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    if (responses.push(response) === 1) return;
    answers.follow(response, { actor: 'key_a', mayGoOn: () => may });
    response.write('secret');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => responses.length).toBe(2);
  may = false;
  answers.judge();
  responses[0].end('first');
  await closed;
  expect(text).not.toContain('secret');
});
