import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { OpenResponses } from './open-responses.ts';

/** Opens a response and returns both of its ends. */
async function openAnswer(answers: OpenResponses, holder: { actor: string; mayGoOn(): boolean }) {
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200).flushHeaders();
    answers.track(response, holder);
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
  const answers = new OpenResponses();
  let may = true;
  const { response, incoming } = await openAnswer(answers, { actor: 'key_a', mayGoOn: () => may });
  const all = 64 * 1024 * 1024;
  response.write(Buffer.alloc(all));
  await pause(50); // the reader takes nothing, so the buffers of the system fill
  may = false;
  answers.recheck();
  const { seen, ended } = readAll(incoming);
  await ended;
  expect(seen.isCut).toBe(true);
  expect(seen.bytes).toBeLessThan(all / 2);
});

test('while a key is changed its answers hold still; then they go on, in order, or are cut', async () => {
  const answers = new OpenResponses();
  const may = { key_a: true, key_b: true };
  const a = await openAnswer(answers, { actor: 'key_a', mayGoOn: () => may.key_a });
  const b = await openAnswer(answers, { actor: 'key_b', mayGoOn: () => may.key_b });
  const [readA, readB] = [readAll(a.incoming), readAll(b.incoming)];
  const [letGoA, letGoAgain, letGoB] = [answers.pause('key_a'), answers.pause('key_a'), answers.pause('key_b')];
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
  const answers = new OpenResponses();
  let may = true;
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    if (responses.push(response) === 1) return;
    answers.track(response, { actor: 'key_a', mayGoOn: () => may });
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
  answers.recheck();
  responses[0].end('first');
  await closed;
  expect(text).not.toContain('secret');
  expect(answers.size).toBe(0);
});

test('an answer that waits for the one before it on the connection is let go of when that closes', async () => {
  const answers = new OpenResponses();
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    answers.track(response, { actor: 'key_a', mayGoOn: () => true });
    response.write('some');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => responses.length).toBe(2);
  const told = once(responses[1], 'close');
  socket.destroy();
  await told;
  expect(answers.size).toBe(0);
});

test('an answer whose caller went away before it began is not kept', async () => {
  const answers = new OpenResponses();
  const server = createServer((_request, response) => {
    response.once('close', () => answers.track(response, { actor: 'key_a', mayGoOn: () => true }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const begun = once(server, 'request');
  call.on('error', () => {}).end();
  const [, response] = await begun;
  call.destroy();
  await once(response, 'close');
  expect(answers.size).toBe(0);
});

/** Seeded random numbers (mulberry32). */
function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each([1, 2, 3])('every answer ends, whole or cut, however changes of keys cross (seed %i)', async (seed) => {
  const random = repeatable(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const answers = new OpenResponses();
  const actors = ['key_a', 'key_b', 'local'];
  const revoked = new Set<string>();
  const calls = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const actor = actors[index % 3];
      const { response, incoming } = await openAnswer(answers, { actor, mayGoOn: () => !revoked.has(actor) });
      return { actor, response, incoming, ...readAll(incoming), written: '', isEnded: false, wasCutByCaller: false };
    }),
  );
  const finish = (call: (typeof calls)[number]) => {
    call.isEnded = true;
    call.response.end();
  };
  const held: (() => void)[] = [];
  const acts = [
    () => held.push(answers.pause(pick(actors))),
    () => held.splice(Math.floor(random() * held.length), 1)[0]?.(),
    ...Array.from({ length: 4 }, () => () => {
      const call = pick(calls);
      // A feed that has not heard of the change may still write; once it could know, writing is a fault.
      if (call.isEnded) {
        if (!call.response.writableEnded) call.response.write('late');
        return;
      }
      const text = `${call.written.length},`.padEnd(pick([8, 60]), '.');
      call.written += text;
      call.response.write(text);
    }),
    () => {
      if (random() < 0.2) finish(pick(calls));
    },
    () => {
      if (random() > 0.1) return;
      const call = pick(calls);
      call.wasCutByCaller = true;
      call.incoming.destroy();
    },
  ];
  for (let step = 0; step < 600; step += 1) {
    pick(acts)();
    if (random() < 0.3) await new Promise(setImmediate);
    // One key is revoked while it is held.
    if (step === 500) {
      held.push(answers.pause('key_b'));
      revoked.add('key_b');
    }
  }
  for (const letGo of held) letGo();
  for (const call of calls) finish(call);
  answers.recheck();
  await Promise.all(calls.map(({ ended }) => ended));
  for (const { actor, seen, written, wasCutByCaller } of calls) {
    expect(written.startsWith(seen.text.slice(0, written.length))).toBe(true);
    if (actor !== 'key_b' && !wasCutByCaller) expect(seen).toMatchObject({ isCut: false, bytes: written.length });
  }
  await expect.poll(() => answers.size).toBe(0);
});
