// The entry, in plain JavaScript: nothing has to be compiled before the cache of compiled code is on. That takes a
// third off the start and, with the small young generation, 45 MB off the idle service
// (docs/decisions/2026-11-21-start-and-memory.md). Whoever can write this cache can write the code itself.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--max-semi-space-size=8');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sibyl', import.meta.url)));
await import('./src/main.ts');
