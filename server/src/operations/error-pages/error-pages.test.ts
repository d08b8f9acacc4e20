import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';
import { errorCatalog } from '../../errors.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

test('every error of the closed list has a page with its cause, cure and example, for people and for programs', async () => {
  for (const [code, { status, title }] of Object.entries(errorCatalog)) {
    const { body } = await service.call('GET', `/errors/${code}`);
    expect(body, code).toMatchObject({ code, status, title, example: { code, status, type: `/errors/${code}` } });
    for (const text of [body.cause, body.cure, body.example.detail]) expect(text.length, code).toBeGreaterThan(10);
    const page = await service.call('GET', `/errors/${code}`, undefined, { accept: 'text/html' });
    expect(page.headers.get('content-type'), code).toMatch('text/html');
    expect(page.text, code).toContain(`<h1>${code}</h1>`);
    expect(page.text, code).not.toContain('`');
  }
});

test('all errors are listed at /errors, for people and for programs', async () => {
  const codes = Object.keys(errorCatalog);
  const { body } = await service.call('GET', '/errors');
  expect(body.map(({ code }: { code: string }) => code).sort()).toEqual(codes.sort());
  expect(body[0]).toMatchObject({ status: 400, title: expect.any(String), cause: expect.any(String) });
  const page = await service.call('GET', '/errors', undefined, { accept: 'text/html' });
  expect(page.headers.get('content-type')).toMatch('text/html');
  for (const code of codes) expect(page.text).toContain(`href="/errors/${code}"`);
});

test('a program that would rather have JSON gets it, though it takes a page, too', async () => {
  for (const [accept, type] of [
    ['text/html;q=0.5, application/json', 'application/json'],
    ['application/json;q=0.5, text/html', 'text/html'],
    ['text/html, */*;q=0.8', 'text/html'],
  ])
    for (const path of ['/errors', '/errors/rate_limited'])
      expect((await service.call('GET', path, undefined, { accept })).headers.get('content-type')).toMatch(type);
});

test('the type of a problem leads to its page', async () => {
  const refused = await service.call('GET', '/api/projects/none');
  expect((await service.call('GET', refused.body.type)).body).toMatchObject({ code: refused.body.code });
});
