/**
 * Checks engine/src against the map in engine/README.md: a room imports only rooms above it in the table, types
 * included, and no files or folders form a circle. Prints each breach; exits 1 on any.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findCircle } from './imports/circles.ts';

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

/** Returns a circle of imports among places, where `placeOf` maps a file to its place. */
function findCircleOf(placeOf: (file: string) => string): string[] | undefined {
  const ways = imports.map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) }));
  return findCircle(ways.filter(({ from, to }) => from !== to));
}

const map = readMap();
const circles = [findCircleOf((file) => file), findCircleOf(folderOf)].filter((circle) => circle !== undefined);
const breaches = [
  ...findMapBreaches(map),
  ...findOrderBreaches(map),
  ...circles.map((circle) => `${source}: circle ${circle.join(' -> ')}`),
];
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length > 0 ? 1 : 0;
