// @module-tag long
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideChromium } from '../../server/test/chromium.ts';
import { startSampleService } from '../../server/test/sample.ts';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { type Installed, installPackage } from './installed.ts';
import { provideRuntime } from './runtimes.ts';

const root = join(import.meta.dirname, '../..');
const homes = ['sqft,location,rental_price'];
for (let index = 0; index < 400; index += 1)
  homes.push(`${400 + index * 3},${['good', 'great', 'poor'][index % 3]},${1000 + index * 5 + (index % 3) * 200}`);

let app: Installed;
let service: TestService;
beforeAll(async () => {
  app = await installPackage();
  app.write('homes.csv', homes.join('\n'));
  service = await startSampleService();
});
afterAll(async () => {
  app?.remove();
  await service?.stop();
});

const dist = () => join(app.folder, 'node_modules/@sibyl/sdk/dist');

test('the tarball holds the built files, what they are and how they may be used, and brings nothing along', () => {
  const others = app.packed.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(readdirSync(join(app.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@sibyl']);
});

test('it is at most 11 kB gzipped, and 70 kB with its types', () => {
  const files = app.packed.filter((path) => path.startsWith('dist/')).map((path) => join(dist(), '..', path));
  const sizeOf = (paths: string[]) => gzipSync(Buffer.concat(paths.map((path) => readFileSync(path)))).length;
  expect(sizeOf(files.filter((path) => path.endsWith('.js')))).toBeLessThanOrEqual(11_000);
  expect(sizeOf(files)).toBeLessThanOrEqual(70_000);
});

describe('runtimes', () => {
  const short = () => `
    const sibyl = createClient({ url: '${service.url}' });
    const rows = Array.from({ length: 1500 }, (_, a) => ({ a }));
    const table = await sibyl.project('default').tables.upload('short', rows, { replace: true });
    const csv = new Blob(['a\\n1\\n2\\n']);
    await sibyl.project('default').table('short').append(csv.stream(), { onUploadProgress: () => {} });
    let count = 0;
    for await (const row of sibyl.project('default').table('short').rows()) count += 1;
    for await (const { type } of sibyl.project('default').agent('assistant').stream('How many homes are there?'))
      if (type === 'message') break;
    const failure = await sibyl.project('none').get().catch((error) => error);
    console.log(table.row_count, count, failure instanceof SibylError, failure.code);`;
  const printed = '1500 1502 true project_not_found';

  test.for([['this Node'], ['node'], ['bun'], ['deno', 'run', '--allow-net=127.0.0.1']])(
    '%s',
    async ([name, ...args], { skip }) => {
      const found = name === 'this Node' ? { program: process.execPath } : provideRuntime(name);
      if ('missing' in found) return skip(found.missing);
      app.write('short.js', `import { createClient, SibylError } from '@sibyl/sdk';${short()}`);
      expect(await app.run(found.program, ...args, 'short.js')).toContain(printed);
    },
  );

  test('CommonJS', async () => {
    app.write('short.cjs', `const { createClient, SibylError } = require('@sibyl/sdk');(async () => {${short()}})();`);
    expect(await app.run(process.execPath, 'short.cjs')).toContain(printed);
  });
});

const compilers = {
  'TypeScript 5': 'sdk/node_modules/typescript/bin/tsc',
  'TypeScript 7': 'node_modules/typescript/bin/tsc',
};
const runtimes = {
  'a browser': { lib: ['es2022', 'dom'], types: [] },
  Node: { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
};
const combinations = Object.keys(compilers).flatMap((compiler) =>
  ['nodenext', 'bundler'].flatMap((resolution) =>
    Object.keys(runtimes).map((runtime) => [compiler, resolution, runtime] as const),
  ),
) as [keyof typeof compilers, string, keyof typeof runtimes][];

test.for(combinations)('%s compiles a program with %s for %s', async ([compiler, moduleResolution, runtime]) => {
  app.write('program.ts', readFileSync(join(import.meta.dirname, 'program.ts.txt'), 'utf8'));
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
  const options = {
    target: 'es2022',
    module,
    moduleResolution,
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
  };
  app.write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...options, ...runtimes[runtime] }, files: ['program.ts'] }),
  );
  expect(await app.run(process.execPath, join(root, compilers[compiler]), '-p', '.')).toBe('');
});

function blocksOf(language: string): string[] {
  const text = readFileSync(join(app.folder, 'node_modules/@sibyl/sdk/README.md'), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code);
}

test('every example of the README runs, one after the other', async () => {
  const blocks = blocksOf('js');
  expect(blocks.length).toBeGreaterThanOrEqual(10);
  app.write('readme.js', blocks.join('\n').replaceAll('http://127.0.0.1:4747', service.url));
  const printed = await app.run(process.execPath, 'readme.js');
  for (const said of [
    '400',
    'complete',
    'rows where neighborhood is westbrae',
    'stop',
    'Cats are allowed. pets.md',
    '/0/sqft',
    'listModels',
  ])
    expect(printed).toContain(said);
});

const browser = provideChromium();
describe.skipIf('missing' in browser)(`a browser${'missing' in browser ? ` (${browser.missing})` : ''}`, () => {
  test('the page of the README signs in, uploads a file, sees its progress and holds no secret', async () => {
    const own = await startTestService();
    const program = await chromium.launch({
      executablePath: 'path' in browser ? browser.path : '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    try {
      const { body } = await own.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
      const page = await program.newPage();
      const serve = (path: string, contentType: string, text: string) =>
        page.route(`${own.url}${path}`, (route) => route.fulfill({ contentType, body: text }));
      await serve('/page/', 'text/html', blocksOf('html')[0].replace('sib_…', body.secret));
      await serve('/page/sdk.js', 'text/javascript', readFileSync(join(dist(), 'index.js'), 'utf8'));
      await page.goto(`${own.url}/page/`);
      await expect.poll(() => page.title()).toBe('admin: 2 rows, 12 of 12 bytes');
      expect(await page.evaluate('document.cookie')).toBe('');
      expect(await page.evaluate(streamInPage)).toEqual(['sibyl.project.updated', 'AbortError']);
    } finally {
      await program.close();
      await own.stop();
    }
  });
});

/** Runs in the page: events arrive with the cookie alone, and an upload can be aborted. */
const streamInPage = `(async () => {
  const { createClient } = await import('./sdk.js');
  const project = createClient().project('default');
  setTimeout(() => project.update({ description: 'seen' }), 300);
  const seen = [];
  for await (const { type } of project.watch()) {
    seen.push(type);
    break;
  }
  const file = new Blob(['a\\n', '1\\n'.repeat(3000000)]);
  const controller = new AbortController();
  const options = { signal: controller.signal, onUploadProgress: () => controller.abort() };
  await project.tables.upload('aborted', file, options).catch((error) => seen.push(error.name));
  return seen;
})()`;
