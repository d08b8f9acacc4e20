/** The sample project, trained once in a run of tests: a service that starts from a copy of it has it at once. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderOfRun } from './run-folder.ts';
import { startTestService, type TestService } from './service.ts';

/** A script has no runner, and deletes it itself. */
const isScript = process.env.VITEST === undefined;
const shared = folderOfRun(isScript ? process.pid : process.ppid);
const folder = join(shared, 'sample');
if (isScript) process.once('exit', () => rmSync(shared, { recursive: true, force: true }));

const model = '/api/projects/default/models/home_rentals_model';

/** Starts a service with the sample, whose model is complete. */
export async function startSampleService(environment: Record<string, string> = {}): Promise<TestService> {
  const directory = await copySample(mkdtempSync(join(tmpdir(), 'sibyl-service-')));
  return startTestService({ SIBYL_SAMPLE: '1', SIBYL_DATA_DIR: directory, ...environment });
}

/** Puts the sample into a data directory, and returns it. */
export async function copySample(directory: string): Promise<string> {
  cpSync(await provideSample(), directory, { recursive: true });
  return directory;
}

/** Makes the sample, unless another worker does or has done so. */
async function provideSample(): Promise<string> {
  const [data, ended] = [join(folder, 'data'), join(folder, 'ended')];
  mkdirSync(shared, { recursive: true });
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(ended)) await new Promise((resolve) => setTimeout(resolve, 100));
    return data;
  }
  try {
    const service = await startTestService({ SIBYL_SAMPLE: '1', SIBYL_DATA_DIR: data });
    await service.until(model, ({ body }) => body.status === 'complete');
    await service.stop({ keepsFiles: true });
  } finally {
    writeFileSync(ended, '');
  }
  return data;
}
