import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a run of tests keeps what its workers share. All have the same parent, which deletes it at the end. */
export function folderOfRun(runner: number): string {
  return join(tmpdir(), `sibyl-run-${runner}`);
}
