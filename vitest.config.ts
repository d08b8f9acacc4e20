import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{engine,server,sdk,bench,scripts}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    globalSetup: 'server/test/setup.ts',
  },
});
