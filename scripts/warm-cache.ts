/**
 * Runs after `npm install`: starts and stops the service once on an empty directory, so that the first real start finds
 * a compile cache. Failures are ignored: the first start then compiles.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = mkdtempSync(join(tmpdir(), 'sibyl-warm-'));
const settings = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
const service = spawn(process.execPath, ['server/start.js'], { env: settings, stdio: ['ignore', 'pipe', 'ignore'] });
const giveUp = setTimeout(() => service.kill('SIGKILL'), 30_000);
service.stdout.once('data', () => service.kill('SIGTERM'));
await once(service, 'close').catch(() => {});
clearTimeout(giveUp);
rmSync(directory, { recursive: true, force: true });
