import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { AnswersOfATurn } from './answers-of-a-turn.ts';
import type { FastPath } from './fast-path.ts';
import { answerOnSockets } from './socket-requests.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('works out the answers of a turn before it sends them, but no more than a few', async () => {
  const answers = new AnswersOfATurn();
  const done: string[] = [];
  for (let index = 0; index < 40; index += 1)
    answers.add({ answer: () => void done.push('answer'), send: () => void done.push('send') });
  expect(done).toEqual([]);
  await nextTurn();
  const runs = done.join(' ').match(/(answer ?)+|(send ?)+/g)!;
  expect(runs.map((run) => run.trim().split(' ').length)).toEqual([32, 32, 8, 8]);
});

it('sends before it goes on when an answer took long', async () => {
  const answers = new AnswersOfATurn();
  const done: string[] = [];
  const workFor = (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    done.push(`answer ${milliseconds}`);
  };
  for (const milliseconds of [3, 0])
    answers.add({ answer: () => workFor(milliseconds), send: () => void done.push(`send ${milliseconds}`) });
  await nextTurn();
  expect(done).toEqual(['answer 3', 'send 3', 'answer 0', 'send 0']);
});

it('takes what comes while it answers in the next turn', async () => {
  const answers = new AnswersOfATurn();
  const done: string[] = [];
  const late = { answer: () => void done.push('late'), send: () => undefined };
  answers.add({ answer: () => answers.add(late), send: () => void done.push('sent') });
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['sent', 'late']);
});

const times = { first: 5000, idle: 5000, keepAlive: 5000 };
const requestOf = (body: string) => `POST /fast HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Echoes bodies on the fast path, but those that begin with "no", which Node's listener answers with "slow", in this turn. */
async function startServer() {
  const server = createServer((request, response) => {
    request.resume().on('end', async () => {
      for (let tick = 0; tick < 10; tick += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
      response.end('slow');
    });
  });
  const answer = (body: Buffer) => {
    const text = body.toString();
    if (text.startsWith('no')) return undefined;
    return { headers: ['content-length', String(text.length)], text, length: text.length, sent: () => undefined };
  };
  const fastPath: FastPath = { admit: () => answer };
  answerOnSockets(server, fastPath, times);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { server, open: () => opened(connect({ port, host: '127.0.0.1' })) };
}

const opened = (socket: Socket) => new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));

/** What has come when `wanted` matches, or at the end of the connection. */
function received(socket: Socket, wanted: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('error', () => resolve(text)).on('close', () => resolve(text));
    socket.on('data', (piece) => {
      text += piece.toString();
      if (wanted.test(text)) resolve(text);
    });
  });
}

it('gives each of many connections its own answer, time after time', async () => {
  const { open } = await startServer();
  const sockets = await Promise.all(Array.from({ length: 100 }, open));
  for (const word of ['one', 'two', 'no'])
    await Promise.all(
      sockets.map(async (socket, place) => {
        const body = `${word} ${place}!`;
        const wanted = word === 'no' ? 'slow' : body;
        const answer = received(socket, new RegExp(wanted));
        socket.write(requestOf(body));
        expect(await answer).toContain(wanted);
      }),
    );
});

it('leaves two requests in one piece to Node, which answers both', async () => {
  const { open } = await startServer();
  const socket = await open();
  const answers = received(socket, /slow.*slow/s);
  socket.write(requestOf('a') + requestOf('b'));
  expect((await answers).match(/slow/g)).toHaveLength(2);
});

it('answers a client that has said its last word', async () => {
  const { open } = await startServer();
  for (const [body, wanted] of [
    ['last', 'last'],
    ['no, Node answers', 'slow'],
  ]) {
    const socket = await open();
    const answer = received(socket, /never/);
    socket.end(requestOf(body));
    expect(await answer).toContain(`\r\n\r\n${wanted}`.slice(-wanted.length));
  }
});

it('answers many clients that have said their last word in one moment', async () => {
  const { open } = await startServer();
  const sockets = await Promise.all(Array.from({ length: 20 }, open));
  // Once a connection was answered, the system tells its data and its end in one turn.
  const first = sockets.map((socket) => received(socket, /first$/));
  for (const socket of sockets) socket.write(requestOf('first'));
  await Promise.all(first);
  const answers = sockets.map((socket) => received(socket, /never/));
  for (const [place, socket] of sockets.entries()) socket.end(requestOf(place % 2 ? 'last' : 'no, Node answers'));
  const wanted = sockets.map((_, place) => expect.stringContaining(place % 2 ? '\r\n\r\nlast' : 'slow'));
  expect(await Promise.all(answers)).toEqual(wanted);
});

it('goes on when a client breaks off in the moment of its request', async () => {
  const { open } = await startServer();
  for (const body of ['gone', 'no, gone']) {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    for (const socket of sockets) socket.write(requestOf(body), () => socket.resetAndDestroy());
  }
  const socket = await open();
  const answer = received(socket, /still here/);
  socket.write(requestOf('still here'));
  expect(await answer).toContain('still here');
});

it('answers what has arrived when the server closes', async () => {
  const { server, open } = await startServer();
  const sockets = await Promise.all(Array.from({ length: 10 }, open));
  const answers = sockets.map((socket) => received(socket, /late|slow/));
  for (const socket of sockets) socket.write(requestOf('late'));
  setImmediate(() => server.closeIdleConnections());
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/late|slow/);
});
