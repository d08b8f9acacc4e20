import { flushCompileCache } from 'node:module';
import { ConfigError, readConfig, settings } from './config.ts';
import { markAloneOnOneCore, saveMemoryWhileQuiet } from './save-memory.ts';
import type { Service } from './serve.ts';
import { explainFolder } from './unusable-folder.ts';

function printWelcome({ address, directory, hasSample }: Service): void {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ address, data_directory: directory, sample: hasSample }));
    return;
  }
  const row = `[{"sqft": "823", "location": "good", "neighborhood": "downtown", "days_on_market": "10"}]`;
  const predict = `${address}/api/projects/default/models/home_rentals_model/predict`;
  const command = hasSample
    ? `curl ${predict} \\\n    -H 'Content-Type: application/json' -d '${row}'`
    : `curl ${address}/api/projects`;
  console.log(`Sibyl listens on ${address} (playground: ${address}/docs)`);
  console.log(`Data lives in ${directory}`);
  console.log(`\nTry${hasSample ? ' (a first start trains for some seconds before it answers)' : ''}:\n  ${command}\n`);
}

/**
 * Threads for calls of the file system. Of Node's four, a project whose uploads are synced to disk held all, and every
 * call of others waited behind.
 */
const fileThreads = 16;

async function start(): Promise<void> {
  process.env.UV_THREADPOOL_SIZE ??= String(fileThreads); // read once, at the first such call
  const stopped = new Promise<void>((stop) => process.once('SIGTERM', stop).once('SIGINT', stop));
  const config = readConfig(process.env);
  const { serve } = await import('./serve.ts');
  const service = await serve(config);
  printWelcome(service);
  markAloneOnOneCore();
  saveMemoryWhileQuiet();
  flushCompileCache(); // not at exit, because the process may be killed
  await stopped;
  await service.close();
}

const namesOfExpected = ['DirectoryHeldError', 'DamagedLockError', 'DamagedDatabaseError', 'UnfinishedRestoreError'];

/** Prints only a sentence for errors that the user can fix, and the stack of all others. */
function fail(error: Error): void {
  const expected = error instanceof ConfigError || namesOfExpected.includes(error.name);
  const folder = process.env.SIBYL_DATA_DIR || settings.dataDirectory.fallback;
  console.error(expected ? error.message : (explainFolder(error, folder) ?? error));
}

start().then(
  () => process.exit(0),
  (error) => {
    fail(error);
    process.exit(1);
  },
);
