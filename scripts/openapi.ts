/**
 * Writes `openapi.json`, and the sdk's types and table of operations, from the declared routes. `--check` only
 * compares, and exits 1 on a difference. Opens no database and no socket.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { createServer } from '../server/src/http/server.ts';
import { noTelemetry } from '../server/src/platform/telemetry/telemetry.ts';
import type { Services } from '../server/src/services.ts';
import { onlyForTypes, printOperations, withoutPaths } from './sdk-sources.ts';

async function printDocument(): Promise<string> {
  const config = readConfig({ SIBYL_LOG_LEVEL: 'silent' });
  const app = createServer(config);
  // Other services are used only by requests, and there are none.
  await buildApp({ ...noTelemetry(), config } as Services, app);
  await app.ready();
  return `${foldSingles(JSON.stringify(await app.openApi(), null, 2))}\n`;
}

/** Puts objects with one plain member on one line, so that a route's responses read as a list. */
function foldSingles(text: string): string {
  const plain = '(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.-]+)';
  const folded = text.replace(new RegExp(`\\{\\s+("[^"]+": ${plain})\\s+\\}`, 'g'), '{ $1 }');
  return folded.replace(new RegExp(`\\[\\s+(${plain})\\s+\\]`, 'g'), '[$1]');
}

function printTypes(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-openapi-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), onlyForTypes(document));
    const script = 'node_modules/openapi-typescript/bin/cli.js';
    execFileSync(process.execPath, [script, join(folder, 'openapi.json'), '-o', join(folder, 'api.ts')], {
      cwd: 'sdk',
      stdio: 'ignore',
    });
    return withoutPaths(readFileSync(join(folder, 'api.ts'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readUnlessMissing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const document = await printDocument();
const outputs = {
  'openapi.json': document,
  'sdk/src/generated/api.ts': printTypes(document),
  'sdk/src/generated/operations.ts': printOperations(document),
};
const check = process.argv.includes('--check');
for (const [path, text] of Object.entries(outputs)) {
  if (!check) writeFileSync(path, text);
  else if (readUnlessMissing(path) !== text) {
    console.error(`${path} is not what the routes declare; run npm run openapi.`);
    process.exitCode = 1;
  }
}
