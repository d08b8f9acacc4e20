/** Enforces the direction of imports: packages, rooms of the server, stores, cycles. Prints each breach; exits 1 on any. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const files = globSync('{engine,sdk,server,bench,studio,scripts}/**/*.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
}).map((path) => path.replaceAll('\\', '/'));

/** Rooms of server/src that know no resource. They may import each other only where listed. */
const sharedRooms: Record<string, string[]> = {
  telemetry: [],
  data: ['processes', 'telemetry'],
  processes: [],
  db: ['telemetry'],
  jobs: ['db', 'telemetry'],
  blobs: [],
  language: ['telemetry'],
  channels: [],
  secrets: [],
  outgoing: ['telemetry'],
  http: ['db', 'context', 'processes', 'telemetry'],
};
/** Leaves that every room may use. */
const leaves = new Set(['errors', 'config', 'ids', 'compile-cache']);
const topFiles = new Set(['main', 'cli', 'serve', 'app', 'context', 'gauges']);

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const importPattern = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => ({
    from: file,
    to: match[2].startsWith('.') ? normalize(join(dirname(file), match[2])).replaceAll('\\', '/') : match[2],
    typeOnly: Boolean(match[1]),
  }));
}

function roomOf(file: string): string {
  const parts = file.split('/');
  const first = parts[2]?.replace(/\.ts$/, '') ?? '';
  return parts[0] === 'server' && parts[1] === 'src' ? first : '';
}

function isTest(file: string): boolean {
  return file.includes('.test.') || file.includes('/test/');
}

function breach({ from, to }: Import): string | undefined {
  const own = from.split('/')[0];
  const local = files.includes(to);
  const target = local ? to.split('/')[0] : to;
  if (own === 'engine' && !isTest(from) && !from.startsWith('engine/scripts/')) {
    if (local ? target !== 'engine' : target !== 'node:worker_threads') return 'the engine imports nothing but itself';
  }
  if (own === 'sdk' && from.startsWith('sdk/src/') && !(local && target === 'sdk') && !isTest(from))
    return 'the sdk imports nothing but itself';
  if (own === 'server' && (target === 'sdk' || target === 'bench' || target === 'studio') && !isTest(from))
    return 'the server does not import its clients';
  if (own !== 'server' || isTest(from) || !local) return undefined;
  const room = roomOf(from);
  const other = roomOf(to);
  if (room === '' || other === '' || room === other) return undefined;
  if (leaves.has(room)) return `${room}.ts imports nothing of the server`;
  if (leaves.has(other)) return undefined;
  if (room in sharedRooms && !sharedRooms[room].includes(other)) return `${room}/ may not import ${other}/`;
  if (topFiles.has(room)) return undefined;
  if (other === 'app' || other === 'main' || other === 'cli') return 'nothing imports the entry files';
  if (!(other in sharedRooms) && !topFiles.has(other) && /\/store\.ts$/.test(to))
    return 'another resource is reached through its verbs, not its store';
  return undefined;
}

function findCycle(edges: Map<string, string[]>): string[] | undefined {
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  function visit(file: string): string[] | undefined {
    if (state.get(file) === 'done') return undefined;
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file];
    state.set(file, 'open');
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    state.set(file, 'done');
    return undefined;
  }
  for (const file of edges.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}

const all = files.flatMap(importsOf);
const problems = all.flatMap((one) => {
  const reason = breach(one);
  return reason ? [`${one.from} -> ${one.to}: ${reason}`] : [];
});
const edges = new Map<string, string[]>();
for (const one of all) {
  if (!one.typeOnly && files.includes(one.to)) edges.set(one.from, [...(edges.get(one.from) ?? []), one.to]);
}
const cycle = findCycle(edges);
if (cycle) problems.push(`import cycle: ${cycle.join(' -> ')}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
