/**
 * Enforces the direction of imports: packages, floors and rooms of the server, stores, circles. Prints each breach;
 * exits 1 on any.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findCircle } from './imports/circles.ts';
import { breachOfServer, roomOf } from './imports/server-rooms.ts';

interface Import {
  from: string;
  to: string;
}

const files = globSync('{engine,sdk,server,bench,studio,scripts}/**/*.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
}).map((path) => path.replaceAll('\\', '/'));
const known = new Set(files);

const importPattern = /^\s*(?:import|export)\s+(?:type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => ({
    from: file,
    to: match[1].startsWith('.') ? normalize(join(dirname(file), match[1])).replaceAll('\\', '/') : match[1],
  }));
}

function isTest(file: string): boolean {
  return file.includes('.test.') || file.includes('/test/');
}

/** Returns the breached rule between packages. */
function breachOfPackages({ from, to }: Import): string | undefined {
  if (isTest(from)) return undefined;
  const [own] = from.split('/');
  const isLocal = known.has(to);
  const target = isLocal ? to.split('/')[0] : to;
  if (own === 'engine' && !from.startsWith('engine/scripts/')) {
    if (isLocal ? target !== 'engine' : target !== 'node:worker_threads')
      return 'the engine imports nothing but itself';
  }
  if (own === 'sdk' && from.startsWith('sdk/src/') && !(isLocal && target === 'sdk'))
    return 'the sdk imports nothing but itself';
  // The command line is a client like any other.
  const isClient = from.startsWith('server/src/cli/') && target === 'sdk';
  if (own === 'server' && !isClient && ['sdk', 'bench', 'studio'].includes(target))
    return 'the server does not import its clients';
  return undefined;
}

const all = files.flatMap(importsOf);
const problems = all.flatMap((one) => {
  const reason = breachOfPackages(one) ?? (isTest(one.from) || !known.has(one.to) ? undefined : breachOfServer(one));
  return reason ? [`${one.from} -> ${one.to}: ${reason}`] : [];
});
const local = all.filter(({ to }) => known.has(to));
const circle = findCircle(local);
if (circle) problems.push(`import circle, types included: ${circle.join(' -> ')}`);
const rooms = findCircle(
  local.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    return isTest(from) || room === other || !room?.includes('/') || !other?.includes('/')
      ? []
      : [{ from: room, to: other }];
  }),
);
if (rooms) problems.push(`circle of rooms, types included: ${rooms.join(' -> ')}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
