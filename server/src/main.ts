import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const directory = resolve(config.dataDirectory);
  await mkdir(directory, { recursive: true });
  const database = await openDatabase({ kind: 'sqlite', path: join(directory, 'sibyl.db') });
  const app = await buildApp({ config, database });
  const address = await app.listen({ host: config.host, port: config.port });
  console.log(`Sibyl listens on ${address}\nData lives in ${directory}`);
}

start().catch((error: Error) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
