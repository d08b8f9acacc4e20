import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Ends what hangs; a busy machine takes several times longer than an idle one, and that is no fault.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: { name: 'server', include: ['server/**/*.test.ts'], globalSetup: 'server/test/setup.ts' },
      },
      { extends: true, test: { name: 'packages', include: ['{engine,sdk,bench,scripts}/**/*.test.ts'] } },
    ],
  },
});
