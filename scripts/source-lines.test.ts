import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from '@jridgewell/sourcemap-codec';
import { afterAll, expect, it } from 'vitest';
import { tabulateLines } from './source-lines.ts';

const prepare = Error.prepareStackTrace;
const { findSource } = await import(new URL('../server/stacks.js', import.meta.url).href);
Error.prepareStackTrace = prepare;

const folder = mkdtempSync(join(tmpdir(), 'sibyl-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mappings = encode([[], [[0, 0, 6, 0], [10, 0, 6, 4], [20, 1, 0, 0], [40]], [[4, 1, 29, 2]]]);
const file = pathToFileURL(join(folder, 'bundled.js')).href;
writeFileSync(join(folder, 'bundled.js.lines'), tabulateLines({ mappings, sources: ['../src/ä.ts', '../src/b.ts'] }));
const nameOf = (name: string, line: number) => `${new URL(`../src/${name}`, file).href}:${line}`;

it.each([
  { place: [2, 1], source: nameOf('ä.ts', 7) },
  { place: [2, 20], source: nameOf('ä.ts', 7) },
  { place: [2, 21], source: nameOf('b.ts', 1) },
  { place: [2, 41], source: undefined },
  { place: [3, 99], source: nameOf('b.ts', 30) },
  { place: [3, 1], source: undefined },
  { place: [4, 1], source: nameOf('b.ts', 30) },
  { place: [1, 1], source: undefined },
])('finds the line of a source for $place', ({ place: [line, column], source }) => {
  expect(findSource(file, line, column)).toBe(source);
});
