// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSibyl } from '../service/sibyl.ts';
import { compareWays, makeDialectFiles, makeFiles, makeProject } from './benchmark.ts';

test('each cell of generated files means what was meant, by every way into the service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-cells-'));
  const { base, process } = await startSibyl({
    dataDirectory: join(folder, 'sibyl'),
    environment: { SIBYL_SAMPLE: '0' },
  });
  try {
    const project = await makeProject(base);
    for (const [place, file] of [...makeFiles(4), ...makeDialectFiles(6)].entries()) {
      const isAsked = place === 0;
      const nothing = Array.from({ length: isAsked ? 9 : 5 }, () => []);
      expect([file.name, await compareWays(project, file, folder, isAsked)]).toEqual([file.name, { found: nothing }]);
    }
  } finally {
    await process.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
