/**
 * Writes `openapi.json` from the declared routes, and from it what the sdk generates at its build. `--check` only
 * compares, and exits 1 on a difference. Opens no database and no socket.
 */
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { createServer } from '../server/src/http/server.ts';
import { noTelemetry } from '../server/src/platform/telemetry/telemetry.ts';
import type { Services } from '../server/src/services.ts';
import { printSdkSources } from './sdk-sources.ts';
import { readUnlessMissing, writeChanged } from './write-changed.ts';

async function printDocument(): Promise<string> {
  const config = readConfig({ SIBYL_LOG_LEVEL: 'silent' });
  const app = createServer(config);
  // Other services are used only by requests, and there are none.
  await buildApp({ ...noTelemetry(), config } as Services, app);
  await app.ready();
  return `${foldSingles(JSON.stringify(JSON.parse(await app.documentation.json()), null, 2))}\n`;
}

/** Puts objects with one plain member on one line, so that a route's responses read as a list. */
function foldSingles(text: string): string {
  const plain = '(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.-]+)';
  const folded = text.replace(new RegExp(`\\{\\s+("[^"]+": ${plain})\\s+\\}`, 'g'), '{ $1 }');
  return folded.replace(new RegExp(`\\[\\s+(${plain})\\s+\\]`, 'g'), '[$1]');
}

const document = await printDocument();
if (!process.argv.includes('--check')) {
  const outputs = { 'openapi.json': document, ...printSdkSources(document) };
  for (const [path, text] of Object.entries(outputs)) writeChanged(path, text);
} else if (readUnlessMissing('openapi.json') !== document) {
  console.error('openapi.json is not what the routes declare; run npm run openapi.');
  process.exitCode = 1;
}
