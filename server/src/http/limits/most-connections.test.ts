import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory, startProcess } from '../../../test/service-process.ts';
import { mostConnections } from './most-connections.ts';

test('connections leave a process half of few file descriptors, and 256 of many', () => {
  expect([256, 1024, 65_536, Number.POSITIVE_INFINITY].map(mostConnections)).toEqual([128, 768, 65_280, Infinity]);
  expect(mostConnections()).toBeGreaterThan(0);
});

test.skipIf(!existsSync('/proc/self/limits'))(
  'who only connects takes no file descriptors from the others',
  async () => {
    const service = startProcess(makeDirectory(), {}, { descriptors: 200 });
    const { hostname, port } = new URL(await service.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const send = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = body === '' ? {} : { 'content-type': 'text/csv', 'content-length': body.length };
        const call = request({ hostname, port, agent, method, path, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        call.once('error', reject).end(body);
      });
    expect(await send('GET', '/health/ready')).toBe(200);
    for (let index = 0; index < 250; index += 1) {
      const socket = connect(Number(port), hostname).on('error', () => {});
      onTestFinished(() => void socket.destroy());
    }
    await pause(1000);
    expect(readdirSync(`/proc/${service.pid}/fd`).length).toBeLessThan(170);
    expect(await send('POST', '/projects/default/tables?name=small', 'a,b\n1,2\n')).toBe(201);
    expect(await send('GET', '/projects/default/tables/small/rows')).toBe(200);
    expect(await send('GET', '/health/ready')).toBe(200);
  },
);
