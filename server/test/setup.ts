/** Vitest's global set-up: one PostgreSQL for the whole run. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { dropTemplates } from './migrated.ts';
import { startCluster } from './postgres.ts';
import { folderOfRun } from './run-folder.ts';

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
    return async () => {
      deleteFolder();
      if (process.env.SIBYL_TEST_POSTGRES_URL) await dropTemplates(cluster.url, process.pid);
      await cluster.stop();
    };
  }
  if (process.env.CI) throw new Error(`Under CI every test runs on PostgreSQL too. ${cluster}`);
  console.warn(`Skipping the tests on PostgreSQL: ${cluster}. Set SIBYL_TEST_POSTGRES_URL, or install it.`);
  project.provide('postgres', { missing: cluster });
  return async () => deleteFolder();
}

/** The workers of this run have made it, if a test has asked for it. */
function deleteFolder(): void {
  rmSync(folderOfRun(process.pid), { recursive: true, force: true, maxRetries: 20 });
}
