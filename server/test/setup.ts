/** Vitest's global set-up: one PostgreSQL for the whole run. */
import type { TestProject } from 'vitest/node';
import { startCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL, or why there is none. */
    postgres: { url: string } | { missing: string };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  if (typeof cluster !== 'string') {
    project.provide('postgres', { url: cluster.url });
    return cluster.stop;
  }
  if (process.env.CI) throw new Error(`Under CI every test runs on PostgreSQL too. ${cluster}`);
  console.warn(`Skipping the tests on PostgreSQL: ${cluster}. Set SIBYL_TEST_POSTGRES_URL, or install it.`);
  project.provide('postgres', { missing: cluster });
  return async () => {};
}
