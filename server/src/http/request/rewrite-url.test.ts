import { describe, expect, it } from 'vitest';
import { rewriteUrl } from './rewrite-url.ts';

describe('rewriteUrl', () => {
  it.each([
    ['/projects', '/api/projects'],
    ['/projects/a/models/b/predict', '/api/projects/a/models/b/predict'],
    ['/api/projects/a', '/api/projects/a'],
    ['/v1/api/projects/a?limit=1', '/api/projects/a?limit=1'],
    ['/v1/api/api/projects/a', '/api/projects/a'],
    ['/projects?name=a', '/api/projects?name=a'],
    ['/v1/api/api/keys', '/api/keys'],
    ['/v1/api/health/live', '/health/live'],
    ['/v1/api/v1/models', '/v1/models'],
  ])('reads %s as %s', (spelling, plain) => {
    expect(rewriteUrl(spelling)).toBe(plain);
  });

  it.each(['/v1/models', '/v1/chat/completions', '/projectsx', '/v2/projects', '/', '/health/live'])(
    'leaves %s alone',
    (url) => {
      expect(rewriteUrl(url)).toBe(url);
    },
  );
});
