/**
 * Behind a proxy with TLS and a path prefix, every link leads through the proxy, and only the proxy names callers.
 *
 * @module-tag long
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { makeCertificate, provideNginx, startNginx } from '../nginx.ts';
import { makeDirectory, startProcess } from '../service-process.ts';

const nginx = provideNginx();

interface Heard {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route
  body: any;
}

interface Outside {
  base: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Heard>;
  service: ReturnType<typeof startProcess>;
  key: string;
}

/** Starts a service with a key behind nginx with TLS. `directives` belong to its location. */
async function serveBehind(
  directives: (url: string) => string,
  settings: Record<string, string> = {},
): Promise<Outside> {
  const directory = makeDirectory();
  const cli = join(import.meta.dirname, '../../command.js');
  const env = { ...process.env, SIBYL_DATA_DIR: directory };
  const words = [cli, 'keys', 'create', '--role', 'admin'];
  const key = execFileSync(process.execPath, words, { env, encoding: 'utf8' }).trim();
  const port = await freePort();
  const base = `https://localhost:${port}/sibyl`;
  const service = startProcess(directory, { SIBYL_PUBLIC_URL: base, ...settings });
  const { certificate, key: secret } = makeCertificate();
  const tls = `ssl_certificate ${certificate}; ssl_certificate_key ${secret};`;
  const place = directives(await service.url);
  const program = 'path' in nginx ? nginx.path : '';
  await startNginx(program, port, `listen 127.0.0.1:${port} ssl; ${tls} location /sibyl/ { ${place} }`);
  const ca = readFileSync(certificate);
  const call: Outside['call'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const url = path.startsWith('/') ? `https://localhost:${port}${path}` : `${base}/${path}`;
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const given = { ...('cookie' in headers ? {} : { authorization: `Bearer ${key}` }), ...json, ...headers };
      const sent = request(url, { method, ca, headers: given, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            body: /json/.test(String(response.headers['content-type'])) ? JSON.parse(text) : undefined,
          }),
        );
      });
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { base, call, service, key };
}

/** As in docs/proxies.md, with the prefix stripped by nginx or kept. */
const ways = {
  'that takes its prefix away': (url: string) => `proxy_pass ${url}/; ${usual}`,
  'that leaves its prefix': (url: string) => `proxy_pass ${url}; ${usual}`,
  'that names another host': (url: string) => `proxy_pass ${url}/;`,
};
const usual =
  'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme; proxy_buffering off;';

describe.skipIf('missing' in nginx)('behind nginx with TLS', () => {
  it.each(Object.entries(ways))('%s, every link leads through it', async (_name, directives) => {
    const { base, call } = await serveBehind(directives);
    const created = await call('POST', 'api/projects', { name: 'homes' });
    expect([created.status, created.headers.location]).toEqual([201, '/sibyl/api/projects/homes']);
    expect((await call('GET', String(created.headers.location))).body).toMatchObject({ name: 'homes' });

    const page = await call('GET', 'projects?limit=1');
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))!;
    expect(next).toMatch(/^\/sibyl\/projects\?limit=1&cursor=/);
    expect((await call('GET', next)).body).toHaveLength(1);

    const missing = await call('GET', 'api/projects/none');
    expect(missing.body).toMatchObject({ type: '/sibyl/errors/project_not_found', code: 'project_not_found' });
    expect((await call('GET', missing.body.type)).body).toMatchObject({ code: 'project_not_found' });

    expect((await call('GET', 'openapi.json')).body.servers).toEqual([{ url: `${base}/v1/api` }, { url: base }]);
    const docs = await call('GET', 'docs');
    expect([docs.status, docs.headers.location]).toEqual([302, '/sibyl/docs/']);
    expect((await call('GET', 'docs/')).text).toContain(`"${base}"`);
    const welcome = (await call('GET', '')).text;
    expect(welcome).toContain(`${base}/api/projects/default/models`);
    for (const [, path] of welcome.matchAll(/href="([^"]+)"/g))
      expect((await call('GET', path)).status).toBeLessThan(400);

    const audit = await call('GET', 'api/audit?action=projects.create');
    expect(audit.body[0].subject).toBe('/api/projects/homes');
    const again = { 'idempotency-key': 'once' };
    for (let times = 0; times < 2; times++)
      expect((await call('POST', 'api/projects', { name: 'once' }, again)).headers.location).toBe(
        '/sibyl/api/projects/once',
      );
  });

  it.each(Object.entries(ways))('%s, its page signs in and changes, and no other does', async (_name, directives) => {
    const { base, call, key } = await serveBehind(directives);
    const { origin } = new URL(base);
    const signedIn = await call('POST', 'api/session', { key }, { origin });
    const [cookie] = String(signedIn.headers['set-cookie']).split(';');
    expect(String(signedIn.headers['set-cookie'])).toMatch(/; Secure$/);
    const change = (from: string) => call('POST', 'api/projects', { name: 'mine' }, { origin: from, cookie });
    expect((await change('https://evil.example')).body.code).toBe('forbidden_origin');
    expect((await change(origin)).status).toBe(201);
  });

  it('callers are named by the proxy that is trusted, whatever they say themselves', async () => {
    // nginx and caller are on one machine here, so nginx names another address as the caller's.
    const named = (url: string) =>
      `proxy_pass ${url}/; proxy_set_header X-Forwarded-For "$http_x_forwarded_for, 192.0.2.44";`;
    const { call } = await serveBehind(named, { SIBYL_TRUSTED_PROXIES: 'loopback,10.0.0.0/8' });
    const addressOf = async (name: string, said: string) => {
      await call('POST', 'api/projects', { name }, { 'x-forwarded-for': said });
      return (await call('GET', 'api/audit?action=projects.create&limit=1')).body[0].address;
    };
    expect(await addressOf('one', '198.51.100.9')).toBe('192.0.2.44');
    expect(await addressOf('two', '127.0.0.1, 10.1.2.3')).toBe('192.0.2.44');
    expect(await addressOf('three', "'; drop table audit --")).toBe('192.0.2.44');
  });

  it('without a trusted proxy what X-Forwarded-For says is nobody', async () => {
    const { call } = await serveBehind(ways['that takes its prefix away'], { SIBYL_TRUSTED_PROXIES: '192.0.2.0/24' });
    await call('POST', 'api/projects', { name: 'named' }, { 'x-forwarded-for': '198.51.100.9' });
    expect((await call('GET', 'api/audit?action=projects.create')).body[0].address).toBe('127.0.0.1');
  });
});

it('a prefix that the service uses itself is refused at the start', async () => {
  const service = startProcess(makeDirectory(), { SIBYL_PUBLIC_URL: 'http://localhost/api' });
  await expect(service.url).rejects.toThrow(/SIBYL_PUBLIC_URL.* must have a path that does not start with \/api/);
});
