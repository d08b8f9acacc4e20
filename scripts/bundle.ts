/** Bundles entry files and everything they load, so that all code still finds its files. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { tabulateLines } from './source-lines.ts';
import { entryName, findEntryFiles, replaceEntryFiles, root } from './worker-entries.ts';

/** Sources of the service, as paths from the root. */
export const sources = globSync('{engine,sdk,server}/src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'))
  .toSorted();

/** Returns the named entry files, and those of all processes and threads. */
function findEntries(named: string[]): Record<string, string> {
  const entries = Object.fromEntries(named.map((path) => [entryName(join(root, path)), join(root, path)]));
  for (const source of sources)
    for (const path of findEntryFiles(join(root, source), readFileSync(join(root, source), 'utf8')))
      entries[entryName(path)] = path;
  return entries;
}

/** Makes each entry enable source maps, so that stack traces name the sources. */
function nameSources(entries: string[]): Plugin {
  return {
    name: 'name-sources',
    transform: (code, id) =>
      entries.includes(id)
        ? { code: `import ${JSON.stringify(join(root, 'server/stacks.js'))};\n${code}`, map: null }
        : null,
  };
}

/** Makes `import.meta` mean the same within the bundle as in the source. */
function keepPlaces(folder: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta') || !sources.includes(relative(root, id).replaceAll('\\', '/'))) return null;
      const place = relative(folder, id).replaceAll('\\', '/');
      const url = `new URL('${place}', import_meta.url).href`;
      const parent = `new URL('${dirname(place)}', import_meta.url)`;
      return {
        code: replaceEntryFiles(id, code, (name) => `new URL('./${name}.js', import_meta.url)`)
          .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(${parent})`)
          .replaceAll('import.meta.url', url)
          .replaceAll('import_meta.url', 'import.meta.url'),
        map: null,
      };
    },
  };
}

/** Fastify loads HTTP/2, which the service does not speak, with its first use: 2 MB of each start. */
const loadHttp2Later: Plugin = {
  name: 'load-http2-later',
  transform(code, id) {
    if (!id.endsWith('/fastify/lib/server.js')) return null;
    const later = code
      .replace("const http2 = require('node:http2')", '')
      .replaceAll('http2.create', "require('node:http2').create");
    return { code: later, map: null };
  },
};

/** Undici's main file loads proxies, caches and a whole stand-in for tests: half of the time of its first use. */
const loadPartOfUndici: Plugin = {
  name: 'load-part-of-undici',
  transform(_code, id) {
    if (!id.endsWith('/undici/index.js')) return null;
    const parts = { Agent: 'dispatcher/agent', buildConnector: 'core/connect', Dispatcher: 'dispatcher/dispatcher' };
    const exported = Object.entries(parts).map(([name, file]) => `exports.${name} = require('./lib/${file}');`);
    const requests = "exports.Dispatcher.prototype.request = require('./lib/api/api-request');";
    return { code: [...exported, requests].join('\n'), map: null };
  },
};

/** V8 keeps a file with one character beyond Latin-1 in two bytes a character. */
const escapeBeyondLatin: Plugin = {
  name: 'escape-beyond-latin',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

interface Bundling {
  /** Entry files besides those of processes and threads, as paths from the root. */
  entries: string[];
  /** Folder of the bundle. */
  output: string;
  /** Final folder beside the sources' own files; by default `output`. */
  place?: string;
  /** Whether a package becomes part of the bundle. */
  isInlined: (name: string) => boolean;
}

/** Returns the files of all modules in the bundle. */
export async function bundle({ entries, output, place = output, isInlined }: Bundling): Promise<string[]> {
  const input = findEntries(entries);
  const built = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0') && !isInlined(packageOf(id)),
    plugins: [
      nameSources(Object.values(input)),
      keepPlaces(place),
      loadHttp2Later,
      loadPartOfUndici,
      escapeBeyondLatin,
    ],
    resolve: { alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
    logLevel: 'warn',
  });
  const written = await built.write({
    dir: output,
    format: 'esm',
    sourcemap: true,
    // Texts of names and errors stay as they are.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  const chunks = written.output.filter((file): file is OutputChunk => file.type === 'chunk');
  for (const { fileName, map } of chunks) if (map) writeFileSync(join(output, `${fileName}.lines`), tabulateLines(map));
  return [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))];
}
