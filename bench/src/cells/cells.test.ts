import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSibyl } from '../service/sibyl.ts';
import { compareWays, makeFiles, makeTablesAddress } from './benchmark.ts';

test('each cell of generated files means what was meant, by every way into the service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-cells-'));
  const { base, process } = await startSibyl({ dataDirectory: folder, environment: { SIBYL_SAMPLE: '0' } });
  try {
    const tables = await makeTablesAddress(base);
    for (const file of makeFiles(12))
      expect([file.name, ...(await compareWays(tables, file))]).toEqual([file.name, ...Array(6).fill('0')]);
  } finally {
    await process.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
