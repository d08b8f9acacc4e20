/** Only the head of a file is sent for a look, and again with each choice: reading more would take longer. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startOf } from '../src/tables/file-start.ts';

const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'sales.csv');
const usual = `month;units\n${'2026-01;1.234,50\n'.repeat(100_000)}`;

test('of a long file with short lines little is sent', async () => {
  for (const content of [usual, gzipSync(usual)]) {
    const start = await startOf(file(content));
    expect(start?.cut).toBe(true);
    expect(start?.part.size).toBeLessThanOrEqual(64 * 1024);
    expect(await start?.part.slice(0, 11).text()).toBe('month;units');
  }
});

test('of long lines enough is sent to see some of them', async () => {
  const line = `${'x'.repeat(20_000)}\n`;
  const start = await startOf(file(line.repeat(100)));
  expect(start).toMatchObject({ cut: true });
  expect((await start?.part.text())?.split('\n').length).toBeGreaterThan(20);
});

test('a short file is sent whole, a large workbook not at all', async () => {
  expect(await startOf(file('a,b\n1,2\n'))).toMatchObject({ cut: false });
  expect(await startOf(file(`PK\u0003\u0004${'.'.repeat(31_000_000)}`))).toBeUndefined();
});
