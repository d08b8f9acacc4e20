import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkHostAndOrigin } from './check-host-and-origin.ts';

function codeOf(settings: Record<string, string>, headers: Record<string, string>, method = 'GET'): string | undefined {
  try {
    checkHostAndOrigin(readConfig(settings))({
      headers,
      method,
      target: '/',
      httpVersion: '1.1',
      rawHeaders: Object.entries(headers).flat(),
    });
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('the check of host and origin', () => {
  it.each([
    [{}, 'localhost:4747', undefined],
    [{}, '127.0.0.1:4747', undefined],
    [{}, '[::1]:4747', undefined],
    [{}, 'rebound.example.com:4747', 'forbidden_host'],
    [{}, '', 'forbidden_host'],
    [{}, '127.0.0.1.example.com', 'forbidden_host'],
    [{ SIBYL_ALLOWED_HOSTS: 'sibyl.example.com' }, 'Sibyl.example.com', undefined],
    [{ SIBYL_ALLOWED_HOSTS: 'sibyl.example.com' }, 'example.com', 'forbidden_host'],
    [{ SIBYL_HOST: '0.0.0.0' }, 'anything.example.com:4747', undefined],
    [{ SIBYL_HOST: '0.0.0.0', SIBYL_ALLOWED_HOSTS: 'sibyl.example.com' }, 'other.example.com', 'forbidden_host'],
    [{ SIBYL_PUBLIC_URL: 'https://sibyl.example.com' }, 'sibyl.example.com', undefined],
    [{ SIBYL_HOST: '10.0.0.5', SIBYL_ALLOWED_HOSTS: 'sibyl.example.com' }, '10.0.0.5:4747', undefined],
  ])('with %j answers Host %s with %s', (settings, host, code) => {
    expect(codeOf(settings, { host })).toBe(code);
  });

  it.each([
    ['http://localhost:4747', undefined],
    ['https://localhost:4747', undefined],
    ['http://localhost:8080', 'forbidden_origin'],
    ['https://evil.example.com', 'forbidden_origin'],
    ['null', 'forbidden_origin'],
  ])('answers Origin %s with %s', (origin, code) => {
    expect(codeOf({}, { host: 'localhost:4747', origin })).toBe(code);
  });

  it.each([
    ['POST', 'cross-site', 'forbidden_origin'],
    ['DELETE', 'cross-site', 'forbidden_origin'],
    ['GET', 'cross-site', undefined],
    ['POST', 'same-origin', undefined],
    ['POST', 'none', undefined],
  ])('answers %s without an Origin that a browser calls %s with %s', (method, site, code) => {
    expect(codeOf({}, { host: 'localhost:4747', 'sec-fetch-site': site }, method)).toBe(code);
  });
});
