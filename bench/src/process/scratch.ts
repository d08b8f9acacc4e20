import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoAtExit } from './cleanup.ts';

/** Creates a temporary folder that is removed when the benchmark ends. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'));
  undoAtExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
