import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { emptyCookies, sessionCookie } from './cookie.ts';

const session = { kind: 'browser', token: 't', expires: Date.now() + 3_600_500 } as const;
const place = { publicUrl: 'https://example.com/sibyl' };
const attributesOf = (headers: IncomingHttpHeaders, at = place) =>
  sessionCookie(session, headers, at).split('; ').slice(1);

test('a cookie holds where its holder reaches the service: behind the prefix and by HTTPS alone', () => {
  const behind = ['Path=/sibyl', 'HttpOnly', 'SameSite=Strict', 'Max-Age=3600', 'Secure'];
  expect(attributesOf({})).toEqual(behind);
  expect(attributesOf({ origin: 'https://example.com' })).toEqual(behind);
});

test('a page at another own address keeps its cookie there', () => {
  const direct = ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=3600'];
  expect(attributesOf({ origin: 'http://127.0.0.1:4747' })).toEqual(direct);
  expect(attributesOf({}, { publicUrl: '' })).toEqual(direct);
  expect(attributesOf({ origin: 'https://a.example' }, { publicUrl: '' })).toEqual([...direct, 'Secure']);
});

test('signing out takes back the cookie of the prefix, and one that was set for the whole host', () => {
  const paths = emptyCookies(['browser'], {}, place).map((cookie) => cookie.split('; ').slice(0, 2));
  expect(paths).toEqual([
    ['sibyl_session=', 'Path=/sibyl'],
    ['sibyl_session=', 'Path=/'],
  ]);
});
