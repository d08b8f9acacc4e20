import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.ts';

// Many tests start processes of the service: each takes half as long with its compiled code from a cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/sibyl-tests');

// Some machines tell Python to keep no compiled code: each of Ray's forty processes would then compile all of Ray.
delete process.env.PYTHONDONTWRITEBYTECODE;

// A disk takes milliseconds for each commit of a test's database, memory nothing. Kills of processes leave it as it was.
const memory = '/dev/shm';
if (existsSync(memory) && free(memory) > 4 * 2 ** 30) process.env.TMPDIR ??= memory;

/** The first sets the clock of IDs a century ahead, the second counts the memory of its process. */
const alone = ['server/src/ids.test.ts', 'server/test/acceptance/hostile.test.ts'];

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export default defineConfig({
  test: {
    // Ends what hangs; a busy machine takes several times longer than an idle one, and that is no fault.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [{ name: 'long', description: 'Takes long, and is left out of `npm test`: `npm run test:long`.' }],
    pool: 'forks',
    // As Node loads files for users: Vite's runner looks up each import at each call.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: process.argv.includes('run') ? ['server/test/each-file.ts'] : [],
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // Files share what they load, which saves a tenth of the time: modules keep next to no state.
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,studio}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          globalSetup: 'server/test/setup.ts',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: { name: 'packages', include: ['{engine,sdk,bench,scripts}/**/*.test.ts'], isolate: false },
      },
    ],
  },
});
