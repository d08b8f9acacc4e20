import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { closeSocket, openLiveSocket, readFrames } from './live-socket.ts';

test('calls the address that was found to be allowed, whatever the name leads to now', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  const socket = await openLiveSocket(`ws://gateway.invalid:${port}/?v=10`, { address: '127.0.0.1', family: 4 });
  const [[, request]] = await Promise.all([connected, once(socket, 'open')]);
  expect(request.headers.host).toBe(`gateway.invalid:${port}`);
  const closed = once(socket, 'close');
  closeSocket(socket);
  expect(await closed).toMatchObject([1000, expect.anything()]);
});

test.each(['{"op": 10', '', '\u0000'])('hangs up on a peer that sends %j, and goes on', async (nonsense) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  server.on('connection', (peer) => {
    peer.send('{"op": 11}');
    peer.send(nonsense);
  });
  const socket = await openLiveSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const frames: unknown[] = [];
  readFrames(socket, (frame) => frames.push(frame));
  await once(socket, 'close');
  expect(frames).toEqual([{ op: 11 }]);
});
