import fastify from 'fastify';
import { expect, test } from 'vitest';
import { trustProxies } from './trusted-proxies.ts';

/** Returns the caller that Fastify sees, of a connection and the header. */
async function callerOf(entries: string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = fastify({ trustProxy: trustProxies(entries) });
  app.get('/', async ({ ip }) => ip);
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress, headers })).body;
}

test('a caller is the nearest address that is no trusted proxy', async () => {
  expect(await callerOf(['10.0.0.7'], '10.0.0.7', '9.9.9.9, 203.0.113.5')).toBe('203.0.113.5');
  expect(await callerOf(['10.0.0.7', '10.0.0.8'], '10.0.0.7', '9.9.9.9, 203.0.113.5, 10.0.0.8')).toBe('203.0.113.5');
  expect(await callerOf(['loopback', 'uniquelocal'], '127.0.0.1', '9.9.9.9, 203.0.113.5, 10.1.2.3')).toBe(
    '203.0.113.5',
  );
  expect(await callerOf(['fd00::/8'], 'fd00::1', '9.9.9.9, 2001:db8::5')).toBe('2001:db8::5');
});

test('a caller in the network of the proxy, or on its machine, cannot name another', async () => {
  expect(await callerOf(['uniquelocal'], '172.18.0.5', '9.9.9.9, 172.18.0.1')).toBe('172.18.0.1');
  expect(await callerOf(['loopback'], '127.0.0.1', '9.9.9.9, 127.0.0.1')).toBe('127.0.0.1');
  expect(await callerOf(['10.0.0.0/8'], '::ffff:10.0.0.7', '9.9.9.9, 10.0.0.5')).toBe('10.0.0.5');
});

test('two proxies of one network are listed twice', async () => {
  const chain = '9.9.9.9, 203.0.113.5, 127.0.0.1';
  expect(await callerOf(['127.0.0.1', '127.0.0.1'], '127.0.0.1', chain)).toBe('203.0.113.5');
});

test('who is no proxy names nobody, nor does a header that holds no address', async () => {
  expect(await callerOf(['10.0.0.7'], '203.0.113.5', '9.9.9.9')).toBe('203.0.113.5');
  expect(await callerOf(['10.0.0.7'], '10.0.0.7', "'; drop table audit --")).toBe("'; drop table audit --");
});
