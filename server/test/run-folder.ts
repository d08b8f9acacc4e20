import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the trained sample of a run of tests is. All its workers have the same parent, which deletes it at the end. */
export function folderOfSample(runner: number): string {
  return join(tmpdir(), `sibyl-sample-${runner}`);
}
