import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
