/**
 * Checks engine/src against the map in engine/README.md: a room imports only rooms above it in the table, types
 * included, and no files or folders form a circle. Prints each breach; exits 1 on any.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const source = 'engine/src';
const files = globSync('**/*.ts', { cwd: source })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('.test.'))
  .sort();
const importPattern = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;

const imports = files.flatMap((from) =>
  [...readFileSync(join(source, from), 'utf8').matchAll(importPattern)].map(([, path]) => ({
    from,
    to: normalize(join(dirname(from), path)).replaceAll('\\', '/'),
  })),
);

/** Returns the folder of engine/src, or the file beside the folders. */
function roomOf(file: string): string {
  const [first, ...rest] = file.split('/');
  return rest.length > 0 ? `${first}/` : first;
}

/** Returns the innermost folder; files beside the rooms count by themselves. */
function folderOf(file: string): string {
  return file.includes('/') ? dirname(file) : file;
}

/** Reads the order of rooms: the first column of the table under "The map". */
function readMap(): string[] {
  const [, chapter = ''] = readFileSync('engine/README.md', 'utf8').split('\n## The map\n');
  const [table] = chapter.split('\n## ');
  return [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, room]) => room),
  );
}

function findMapBreaches(map: readonly string[]): string[] {
  const rooms = new Set(files.map(roomOf));
  const missing = [...rooms].filter((room) => !map.includes(room));
  const gone = map.filter((room) => !rooms.has(room));
  return [
    ...missing.map((room) => `engine/README.md: the map does not name ${room}`),
    ...gone.map((room) => `engine/README.md: the map names ${room}, which does not exist`),
  ];
}

function findOrderBreaches(map: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => map.indexOf(roomOf(to)) > map.indexOf(roomOf(from)))
    .map(
      ({ from, to }) =>
        `${source}/${from} -> ${to}: ${roomOf(from)} comes before ${roomOf(to)} in the map of engine/README.md`,
    );
}

/** Returns the first circle of imports among places, where `placeOf` maps a file to its place. */
function findCircle(placeOf: (file: string) => string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (here !== there) next.set(here, (next.get(here) ?? new Set()).add(there));
  }
  const path: string[] = [];
  const done = new Set<string>();
  const visit = (place: string): string[] => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
    if (done.has(place)) return [];
    path.push(place);
    for (const other of next.get(place) ?? []) {
      const circle = visit(other);
      if (circle.length > 0) return circle;
    }
    path.pop();
    done.add(place);
    return [];
  };
  for (const place of next.keys()) {
    const circle = visit(place);
    if (circle.length > 0) return circle;
  }
  return [];
}

const map = readMap();
const circles = [findCircle((file) => file), findCircle(folderOf)].filter((circle) => circle.length > 0);
const breaches = [
  ...findMapBreaches(map),
  ...findOrderBreaches(map),
  ...circles.map((circle) => `${source}: circle ${circle.join(' -> ')}`),
];
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length > 0 ? 1 : 0;
