/** One service of a worker for the files that need no more of it than projects of their own. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfRun } from './run-folder.ts';
import { startTestService, type TestService } from './service.ts';

const services = new Map<string, Promise<TestService>>();

/**
 * Its start, and those of its workers, cost as much as many a file's tests. Each file gets the one that an earlier file
 * of this worker with the same settings has used; `stop` deletes the file's projects. It ends with the worker.
 */
export async function shareTestService(environment: Record<string, string> = {}): Promise<TestService> {
  const settings = JSON.stringify(environment);
  const starting = services.get(settings) ?? startTestService({ SIBYL_DATA_DIR: makeFolder(), ...environment });
  services.set(settings, starting);
  const service = await starting;
  const projects: string[] = [];
  return {
    ...service,
    async project() {
      const name = await service.project();
      projects.push(name);
      return name;
    },
    async stop() {
      for (const name of projects) await service.call('DELETE', `/projects/${name}?cascade=true&permanently=true`);
    },
  };
}

function makeFolder(): string {
  const run = folderOfRun(process.ppid);
  mkdirSync(run, { recursive: true });
  return mkdtempSync(join(run, 'service-'));
}
